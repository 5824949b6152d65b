"""What does the bottleneck cost?"""
