"""Command lines: `python -m viz.export` and `python -m viz.gallery`.

`job` is one file to write, `links` and `rows` make jobs of addresses of the app and of tables,
`drawing` makes the content of a job's file.
"""
