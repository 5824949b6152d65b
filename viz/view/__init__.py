"""What a link says: address, settings, lessons, playlists, and the runner that answers it."""
