"""Where does it look when it writes?"""
