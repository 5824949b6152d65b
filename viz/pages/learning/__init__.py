"""How are word vectors learnt?"""
