"""The view that a link describes: address, settings, lessons, playlists, and the model runner."""
