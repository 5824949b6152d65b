"""What does a head do in general?"""
