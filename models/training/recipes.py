"""The recipes of the shipped networks: sizes, data and training settings."""

from dataclasses import dataclass, field, replace

_LICENCES = {
    "tatoeba": "CC BY 2.0 FR, sentences from tatoeba.org, pairs from manythings.org/anki",
    "multi30k": "Multi30k task 1 (Elliott et al. 2016), research and education",
    "stsb": "STS benchmark in English and French (stsb-multi-mt, French by DeepL), research",
    "talks": "pairs of talks; their source, author and licence are not on record, and no sentence "
    "of them is distributed",
    "news": "WMT test sets 2008 to 2013, research, and NTREX, CC BY-SA 4.0",
    "students": "English of the same and of talks, French by a network of Firefox translations, "
    "MPL-2.0",
    "dialogue": "DiaBLa, CC BY-SA 4.0",
    "novels": "TransRead, CC BY",
    "medicine": "TICO-19, CC0",
    "corpus": "sentences written for this project, CC0",
}

_TEXT_LICENCES = {
    "books": "children's books from Project Gutenberg, public domain in the United States",
    "code": "the standard library of Python 3.11, copyright 2001-2023 Python Software Foundation, "
    "PSF licence",
    "captions": "Flickr30k (Young et al. 2014), research and education",
}

# For scoring only; near-duplicates of their sentences are not trained on.
TEST_FILES = ("multi30k.test_2016_flickr.en-fr.tsv.gz",)
# The same, far from the training text: to score and choose on where it is there.
FAR_FILES = ("far.dev.en-fr.tsv.gz",)


@dataclass(frozen=True)
class Recipe:
    architecture: str
    sizes: dict[str, int | float | str | None]
    # Training files, and how often an epoch passes over each.
    files: dict[str, int] = field(
        default_factory=lambda: {"tatoeba.train.en-fr.tsv.gz": 1, "multi30k.train.en-fr.tsv.gz": 2}
    )
    # The same for files that cannot be downloaded; missing ones are skipped.
    extra_files: dict[str, int] = field(
        default_factory=lambda: {
            "stsb.en-fr.tsv.gz": 1,
            "talks.en-fr.tsv.gz": 1,
            "news.en-fr.tsv.gz": 2,
            "students.en-fr.tsv.gz": 1,
            "dialogue.en-fr.tsv.gz": 2,
            "novels.en-fr.tsv.gz": 2,
            "medicine.en-fr.tsv.gz": 1,
        }
    )
    corpus: int = 3  # how often an epoch passes over the repository's own corpus
    # The same during the cooldown, where well-chosen pairs help most (Hu et al. 2024, section 4).
    cooldown_corpus: int = 4
    validation_files: tuple[str, ...] = ("tatoeba.dev.en-fr.tsv.gz", "multi30k.val.en-fr.tsv.gz")
    validate_on: int = 250  # sentences of each validation file
    batch_tokens: int = 3000
    warm_up: int = 500
    rate: float = 2e-3  # peak learning rate of Muon and Adam
    weight_decay: float = 0.01  # of the matrices
    # Of matrix products: "float32", "bfloat16", or "auto": bfloat16 where it is faster.
    precision: str = "auto"
    smoothing: float = 0.1
    # Share of the merges left out while training (BPE-dropout, Provilkov et al. 2020).
    merge_dropout: float = 0.0
    dropout: float | None = None  # while training; None: that of the sizes
    exchange: float = 0.0  # share of the pairs whose copied names and years are exchanged
    copies: int = 0  # of several languages, also copy every n-th sentence of each; 0: none
    clip: float | None = None  # largest norm of the whole gradient (Pascanu et al. 2013)
    updates: int = 20_000
    # The last sets of weights to average. After a cooldown one is better than the mean of several.
    average: int = 1
    seed: int = 2017
    task: str = "translation"  # see `tasks.TASKS`
    # A shipped model whose tokenizer is used, so that both are scored on the same tokens; "": none.
    tokenizer_of: str = ""
    thin: int = 1  # keep every n-th pair
    licences: dict[str, str] = field(default_factory=lambda: _LICENCES)

    def for_cooldown(self) -> "Recipe":
        """Return the recipe with the corpus repeated as often as in the cooldown."""
        return replace(self, corpus=self.cooldown_corpus)

    def tiny(self) -> "Recipe":
        """Return a tiny version for a test of seconds: few weights, a hundredth of the data."""
        small = {
            "vocabulary_size": 700,
            "d_model": 16,
            "d_ff": 32,
            "d_hidden": 32,
            "n_heads": 2,
            "n_layers": 2,
        }
        sizes = self.sizes | {name: size for name, size in small.items() if name in self.sizes}
        return replace(
            self,
            sizes=sizes,
            tokenizer_of="",
            corpus=0,
            cooldown_corpus=0,
            thin=100,
            batch_tokens=500,
            validate_on=8,
            warm_up=10,
            updates=100,
            average=2,
        )


def _recurrent(score: str | None, **cell: str) -> Recipe:
    """Make the recipe of a BiLSTM: only the score function (None: no attention) and `cell` vary."""
    return Recipe(
        "bilstm",
        dict(vocabulary_size=8000, d_model=384, score=score, dropout=0.2, max_length=128, **cell),
        batch_tokens=6000,
        clip=1.0,
        updates=10_000,
    )


def _english_text(
    architecture: str, task: str, books: int = 1, tatoeba: int = 2, **sizes: int | float | str
) -> Recipe:
    """Make the recipe of a network trained on English text: books, sentences, captions.

    `books` and `tatoeba` are how often an epoch passes over these.
    """
    files = {
        "books": "books.en.tsv.gz",
        "tatoeba": "tatoeba.train.en-fr.tsv.gz",
        "captions": "captions.en.txt.gz",
        "stsb": "stsb.en-fr.tsv.gz",
        "talks": "talks.en-fr.tsv.gz",
    }
    return Recipe(
        architecture,
        {"vocabulary_size": 8000, "d_model": 256, "max_length": 128, **sizes},
        files={files["books"]: books, files["tatoeba"]: tatoeba, files["captions"]: 1},
        extra_files={files[name]: 1 for name in ("stsb", "talks")},
        corpus=3,
        cooldown_corpus=3,
        validation_files=(
            files["books"],
            "tatoeba.dev.en-fr.tsv.gz",
            "multi30k.val.en-fr.tsv.gz",
        ),
        task=task,
        validate_on=100,
        batch_tokens=6000,
        warm_up=300,
        rate=3e-3,
        smoothing=0.0,
        clip=1.0,
        updates=9000,
        licences={name: (_LICENCES | _TEXT_LICENCES)[name] for name in (*files, "corpus")},
    )


RECIPES = {
    "transformer": Recipe(
        "transformer",
        {
            "vocabulary_size": 8000,
            "d_model": 256,
            "d_ff": 1024,
            "n_heads": 4,
            "n_layers": 4,
            "dropout": 0.1,
            "max_length": 128,
        },
        batch_tokens=8000,
        rate=1.4e-3,
        merge_dropout=0.1,
        exchange=0.2,
        updates=7000,
    ),
    # Captions in three languages, told by a tag which to write; no German beside French.
    "languages": Recipe(
        "transformer",
        {
            "vocabulary_size": 5000,
            "d_model": 192,
            "d_ff": 512,
            "n_heads": 4,
            "n_layers": 3,
            "dropout": 0.0,
            "max_length": 128,
        },
        files={"multi30k.train.en-de.tsv.gz": 1, "multi30k.train.en-fr.tsv.gz": 1},
        extra_files={},
        corpus=0,
        cooldown_corpus=0,
        validation_files=("multi30k.val.en-de.tsv.gz", "multi30k.val.en-fr.tsv.gz"),
        validate_on=40,
        batch_tokens=2500,
        warm_up=200,
        rate=2e-3,
        copies=4,
        updates=4000,
        task="languages",
        licences={"multi30k": _LICENCES["multi30k"]},
    ),
    # Half the layers: only its position table is used.
    "transformer-learned": Recipe(
        "transformer",
        {
            "vocabulary_size": 8000,
            "d_model": 128,
            "d_ff": 512,
            "n_heads": 4,
            "n_layers": 2,
            "dropout": 0.1,
            "max_length": 128,
            "positions": "learned",
        },
    ),
    "bilstm-additive": _recurrent("additive"),
    "bilstm-dot": _recurrent("dot"),
    "bilstm-bilinear": _recurrent("bilinear"),
    "seq2seq": _recurrent(None),
    "seq2seq-rnn": _recurrent(None, cell="rnn"),
    "gpt": _english_text("gpt", "language", d_ff=1024, n_heads=4, n_layers=6, dropout=0.1),
    # Each pass over the books cuts them into different pairs.
    "bert": _english_text(
        "bert", "masked", books=4, tatoeba=4, d_ff=1024, n_heads=4, n_layers=4, dropout=0.0
    ),
    "lstm-lm": _english_text("lstm-lm", "language", d_hidden=512, n_layers=2, dropout=0.1),
    # "lstm-lm" without gates.
    "rnn-lm": replace(
        _english_text("lstm-lm", "language", d_hidden=512, n_layers=2, dropout=0.1, cell="rnn"),
        tokenizer_of="lstm-lm",
    ),
    "window-lm": replace(
        _english_text("window-lm", "language", d_hidden=1024, context=4, dropout=0.1),
        tokenizer_of="lstm-lm",
    ),
    # Fewer than 2 million weights; a row holds several paragraphs.
    "char-lstm": Recipe(
        "lstm-lm",
        {
            "vocabulary_size": 340,
            "d_model": 192,
            "d_hidden": 384,
            "n_layers": 2,
            "dropout": 0.1,
            "max_length": 1024,
        },
        files={"books.en.tsv.gz": 1},
        extra_files={},
        corpus=0,
        cooldown_corpus=0,
        validation_files=("books.en.tsv.gz",),
        validate_on=100,
        batch_tokens=32_768,
        warm_up=100,
        rate=3e-3,
        smoothing=0.0,
        clip=1.0,
        updates=3000,
        task="characters",
        licences={"books": _TEXT_LICENCES["books"]},
    ),
    # The same for code, small enough for one thread of a CPU.
    "code-lstm": Recipe(
        "lstm-lm",
        {
            "vocabulary_size": 380,
            "d_model": 96,
            "d_hidden": 256,
            "n_layers": 2,
            "dropout": 0.0,
            "max_length": 512,
        },
        files={"code.tsv.gz": 1},
        extra_files={},
        corpus=0,
        cooldown_corpus=0,
        validation_files=("code.tsv.gz",),
        validate_on=100,
        batch_tokens=8192,
        warm_up=50,
        rate=5e-3,
        precision="float32",
        smoothing=0.0,
        clip=1.0,
        updates=1200,
        task="characters",
        licences={"code": _TEXT_LICENCES["code"]},
    ),
    "elmo": _english_text("elmo", "both ways", d_hidden=384, n_layers=2, dropout=0.0),
}
