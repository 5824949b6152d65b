"""Pictures drawn in the browser; a folder for each."""
