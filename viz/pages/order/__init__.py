"""How does it know word order?"""
