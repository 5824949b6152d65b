"""What is this model?"""
