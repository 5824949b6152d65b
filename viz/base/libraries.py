"""What the view half loads when it is first used; see `models.store.libraries`."""

from models.store.libraries import Libraries

LIBRARIES = Libraries(
    graphs="scipy.sparse.csgraph",
    linear_algebra="scipy.linalg",
    manifold="sklearn.manifold",
    pandas="pandas",
    sparse="scipy.sparse",
    threads="threadpoolctl",
    torch="torch",
    umap="umap",
    # Ours: matplotlib or torch is loaded with them.
    costs_one_by_one="models.analysis.costs_one_by_one",
    fine_tuning="models.finetuning.training",
    making="models.analysis.making",
    rendering="viz.draw.files.rendering",
)
