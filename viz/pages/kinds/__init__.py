"""Encoder, decoder, or both?"""
