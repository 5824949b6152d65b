"""What runs without a server: `export` writes it as a folder, the scripts are its shell."""
