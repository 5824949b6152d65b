"""What comes next?"""
