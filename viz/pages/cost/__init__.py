"""What does attention cost?"""
