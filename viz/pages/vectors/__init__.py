"""What do word vectors know?"""
