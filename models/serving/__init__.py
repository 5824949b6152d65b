"""Models behind a queue, or on other machines in replicas on Ray Serve.

`python -m models.serving transformer --replicas 2` starts replicas (`replica`). A server of pages
with HEADS_UP_BACKEND=ray://HOST:PORT asks them (`client`) and holds no weights.
"""
