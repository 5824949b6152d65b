"""What there is to see: pictures of the app's views."""
