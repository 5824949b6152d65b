"""Bind the components in the browser to the settings of a page."""
