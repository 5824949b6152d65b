"""Command lines: `python -m viz.export` and `python -m viz.gallery`.

`job` describes one file to write. `links` and `rows` turn app links and table rows into jobs.
`drawing` computes the content of a job's file.
"""
