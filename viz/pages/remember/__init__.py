"""How does an LSTM remember?"""
