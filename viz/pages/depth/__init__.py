"""What happens from layer to layer?"""
