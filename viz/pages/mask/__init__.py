"""What may the decoder see?"""
