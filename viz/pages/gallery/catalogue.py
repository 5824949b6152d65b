"""The views in the gallery: titles, addresses and sources."""

from dataclasses import dataclass
from urllib.parse import urlencode

from ...base.language import translatable

_SLEEPING = "The big red dog is sleeping on the bed."
_BENCH = "An old man with a hat is reading a newspaper on a bench."
_HORSE = "A man is riding a brown horse on the beach."
_AGREEMENT = "The agreement on the European Economic Area was signed in August 1992."
_LAW = (
    "The Law will never be perfect, but its application should be just - this is what we are "
    "missing, in my opinion."
)
_BAHDANAU, _VASWANI = "https://arxiv.org/abs/1409.0473", "https://arxiv.org/abs/1706.03762"
_LUONG, _KARPATHY = "https://arxiv.org/abs/1508.04025", "https://arxiv.org/abs/1506.02078"
_DEVLIN = "https://arxiv.org/abs/1810.04805"
_ILLUSTRATED = "https://jalammar.github.io/illustrated-transformer/"
_HOCHREITER = "https://doi.org/10.1162/neco.1997.9.8.1735"
_MIKOLOV, _CONNEAU = "https://arxiv.org/abs/1301.3781", "https://arxiv.org/abs/1705.02364"


@dataclass(frozen=True)
class CatalogueEntry:
    """A view: its title, what to see in it, its address in the app, and the source of a classic."""

    name: str  # of the file
    title: str
    caption: str
    address: str  # from the root of the app
    source: tuple[str, str] | None = None  # name and link
    export: str = ""  # entry of the page's Export menu; "": the first


def _at(page: str, parameters: dict[str, str]) -> str:
    """Return the address of a page with these settings."""
    return f"/{page}?{urlencode(parameters)}"


def _head(sentence: str, attention: str, layer: int, number: int, **parameters: str) -> str:
    """Return the address of a head; layer and head from 1, as on the screen."""
    return _at(
        "",
        {
            "sentence": sentence,
            "attention": attention,
            "layer": str(layer),
            "head": str(number),
            **parameters,
        },
    )


def _masked(**parameters: str) -> str:
    return _at(
        "mask",
        {
            "sentence": "The big red dog",
            "french": "Le gros chien rouge",
            "decoder-head": "3-1",
            **parameters,
        },
    )


ENTRIES = (
    CatalogueEntry(
        "all-heads",
        translatable("Every head at a glance"),
        translatable("The cross-attention of all sixteen heads, a row for each layer."),
        _head(_SLEEPING, "cross", 3, 1),
        export="overview",
    ),
    CatalogueEntry(
        "rouge",
        translatable("One head"),
        translatable(
            "“rouge” attends to “red”, “chien” to “dog”: in French the adjective follows its noun."
        ),
        _head(_SLEEPING, "cross", 3, 1),
    ),
    CatalogueEntry(
        "lines",
        translatable("The same as lines"),
        translatable("From the word about to be written to the words it attends to."),
        _head(_SLEEPING, "cross", 3, 1),
        export="lines",
    ),
    CatalogueEntry(
        "mask",
        translatable("The causal mask"),
        translatable("A decoder may only attend to earlier words: scores, mask, weights."),
        _masked(),
    ),
    CatalogueEntry(
        "no-mask",
        translatable("Without the mask"),
        translatable(
            "The decoder sees the words it should predict. Outlined: what changed by more than 0.2."
        ),
        _masked(sees="none"),
    ),
    CatalogueEntry(
        "agreement",
        translatable("European Economic Area"),
        translatable(
            "The original reverses three words one by one. Our transformer does too; our BiLSTM "
            "finds one of them."
        ),
        _at(
            "align",
            {
                "sentence": _AGREEMENT,
                "model": "bilstm-additive",
                "second": "transformer",
                "french": "L'accord sur la zone économique européenne a été signé en août 1992.",
                "words": "merged",
            },
        ),
        ("Bahdanau et al. 2015, figure 3", _BAHDANAU),
    ),
    CatalogueEntry(
        "scores",
        translatable("Four score functions"),
        translatable("Additive, dot product, bilinear and scaled dot product on the same French."),
        _at("align", {"sentence": _SLEEPING, "compare": "scores", "words": "merged"}),
        ("Luong et al. 2015, section 3.1", _LUONG),
    ),
    CatalogueEntry(
        "never-seen",
        translatable("Counts run out"),
        translatable(
            "“opened their” occurs nine times in 4 million words, “students opened their” never."
        ),
        _at("next", {"sentence": "The students opened their", "next-look": "counts"}),
    ),
    CatalogueEntry(
        "ladder",
        translatable("How probable is a sentence?"),
        translatable(
            "From counts to GPT: seven models, the same words as typed and shuffled. Only the "
            "unigram sees no difference."
        ),
        _at("ladder", {"sentence": "The students opened their books"}),
    ),
    CatalogueEntry(
        "gap",
        translatable("Fill the gap"),
        translatable(
            "Our BERT reads both sides of a hidden word. “horse” is its first guess, with 63%."
        ),
        _at("fill", {"sentence": _HORSE, "hide": "7"}),
        ("Devlin et al. 2019, section 3.1", _DEVLIN),
        "both",
    ),
    CatalogueEntry(
        "kinds",
        translatable("Three kinds of transformer"),
        translatable(
            "An encoder sees both sides, a decoder only what comes before; the third model "
            "has both halves."
        ),
        _at("kinds", {"sentence": _SLEEPING, "kinds-look": "sees"}),
    ),
    CatalogueEntry(
        "application",
        translatable("Whose application?"),
        translatable(
            "“its” attends to “application”. In the original two heads attend to “Law” and "
            "“application”."
        ),
        _head(_LAW, "encoder", 4, 3, words="merged"),
        ("Vaswani et al. 2017, figure 4", _VASWANI),
        "lines",
    ),
    CatalogueEntry(
        "structure",
        translatable("A head that attends ahead"),
        translatable("Most words attend to the next one: nobody told this head about word order."),
        _head(_SLEEPING, "encoder", 2, 4),
        ("Vaswani et al. 2017, figure 5", _VASWANI),
        "lines",
    ),
    CatalogueEntry(
        "it",
        translatable("What is “it”?"),
        translatable(
            "“it” gives “tired” 0.65 of its weight; no head gives “animal” a fifth. "
            "In the original one does."
        ),
        _head(
            "The animal didn't cross the street because it was too tired.",
            "encoder",
            4,
            1,
            words="merged",
        ),
        ("The Illustrated Transformer", _ILLUSTRATED),
        "lines",
    ),
    CatalogueEntry(
        "positions",
        translatable("Positions as waves"),
        translatable(
            "What is added to the words at 20 positions: sines on the left, cosines on the right."
        ),
        _at("order", {"look": "table", "table-length": "20", "d_model": "512", "layout": "halves"}),
        ("The Illustrated Transformer", _ILLUSTRATED),
    ),
    CatalogueEntry(
        "distance",
        translatable("Only the distance counts"),
        translatable("Dot products of the positions with each other."),
        _at("order", {"look": "products", "table-length": "50"}),
    ),
    CatalogueEntry(
        "bag-of-words",
        translatable("A bag of words"),
        translatable("Without positions, the same words in another order have the same states."),
        _at(
            "order",
            {
                "sentence": "The dog sees the cat.",
                "look": "order",
                "order": "no positions",
                "other": "The cat sees the dog.",
            },
        ),
    ),
    CatalogueEntry(
        "temperature",
        translatable("Temperature"),
        translatable(
            "The scores divided by 4 before the softmax: nearly every head attends everywhere."
        ),
        _head(_SLEEPING, "cross", 3, 1, temperature="4", **{"french-is": "kept"}),
        export="overview",
    ),
    CatalogueEntry(
        "inside",
        translatable("Inside one head"),
        translatable("One step on the way from a word's vector to the layer's output."),
        _at(
            "inside",
            {
                "sentence": _SLEEPING,
                "attention": "cross",
                "layer": "3",
                "head": "1",
                "inside-step": "5",
            },
        ),
    ),
    CatalogueEntry(
        "memory",
        translatable("An LSTM's memory"),
        translatable("The cell of every unit at every word."),
        _at("remember", {"sentence": _SLEEPING, "lstm": "seq2seq", "show": "cell"}),
        ("Karpathy et al. 2015", _KARPATHY),
    ),
    CatalogueEntry(
        "cell",
        translatable("Inside an LSTM cell"),
        translatable("The three gates of one unit while it reads “red”, and the cell they make."),
        _at("cell", {"sentence": _SLEEPING, "cell-model": "seq2seq"}),
        ("Hochreiter & Schmidhuber 1997", _HOCHREITER),
    ),
    CatalogueEntry(
        "bottleneck",
        translatable("Is one vector enough?"),
        translatable("BLEU by the length of the sentence, with attention and without."),
        _at("bottleneck", {"sentence": _BENCH}),
        ("Bahdanau et al. 2015, figure 2", _BAHDANAU),
    ),
    CatalogueEntry(
        "analogies",
        translatable("Which vectors know analogies?"),
        translatable(
            "Methods that learnt from the same books, beside GloVe 6B: right answers, with their "
            "95% intervals."
        ),
        _at("learning", {"learn-look": "trained"}),
        ("Mikolov et al. 2013", _MIKOLOV),
    ),
    CatalogueEntry(
        "verdict",
        translatable("Two sentences, one verdict"),
        translatable(
            "Whether “The human controls the machine” implies its reverse, “The machine controls "
            "the human”."
        ),
        _at("verdict", {"verdict-look": "verdict"}),
        ("Conneau et al. 2017", _CONNEAU),
    ),
    CatalogueEntry(
        "cost",
        translatable("What a layer costs"),
        translatable(
            "Self-attention grows with the square of the length: measured times beside the table."
        ),
        _at("cost", {"cost": "time"}),
        ("Vaswani et al. 2017, table 1", _VASWANI),
    ),
)
