"""The gallery: pictures of the app's views."""
