"""What happens inside one head?"""
