"""The app's charts with their captions."""
