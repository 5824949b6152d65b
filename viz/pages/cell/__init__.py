"""What happens inside an LSTM cell?"""
