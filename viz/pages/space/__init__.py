"""What the pages with points in a space share."""
