"""How does it line up the two languages?"""
