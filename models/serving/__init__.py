"""Models on other machines: Ray Serve holds them, in as many replicas as are wanted.

`python -m models.serving transformer --replicas 2` starts them (`replica`); a server of pages with
HEADS_UP_BACKEND=ray://HOST:PORT asks there (`client`) and holds no weights itself.
"""
