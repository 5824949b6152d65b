"""Which word fills the gap?"""
