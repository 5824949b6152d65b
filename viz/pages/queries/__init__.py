"""Where do queries meet their keys?"""
