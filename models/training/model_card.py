"""Render the card of a checkpoint as Markdown."""

from ..answers.languages import LANGUAGES
from ..cards import rounds_of
from .recipes import RECIPES

_LEARNT_FROM = {
    "code": "functions of Python's standard library",
    "tatoeba": "short everyday sentences",
    "multi30k": "image captions",
    "stsb": "headlines and forum sentences",
    "talks": "talks",
    "news": "news",
    "students": "news and talks in the French of another network",
    "dialogue": "dialogues",
    "novels": "novels",
    "medicine": "medicine",
    "corpus": "sentences of lectures",
    "books": "children's books",
    "captions": "image captions",
}
_LUONG = "the global attention of [Luong et al. 2015](https://arxiv.org/abs/1508.04025)"
# The papers of a translation model, by its score function; None: without attention.
_PAPERS = {
    "additive": f"{_LUONG}, with the additive score of "
    "[Bahdanau et al. 2015](https://arxiv.org/abs/1409.0473)",
    "dot": f"{_LUONG}, with its dot score",
    "bilinear": f'{_LUONG}, with its bilinear score ("general")',
    None: "the encoder of [Bahdanau et al. 2015](https://arxiv.org/abs/1409.0473), section 3.2, "
    "without attention: as in [Sutskever et al. 2014](https://arxiv.org/abs/1409.3215), whose "
    "network was deeper and read backwards, one state is handed over",
}
# The figures of `evaluate_text`: unit and explanation.
_FIGURES = {
    "bits_per_character": (
        "bits per character",
        "What it costs to write the text: minus the logarithm to base 2 of its probability, for "
        "each character.",
    ),
    "accuracy": (
        "share",
        "Words of one token are masked one at a time: the share guessed first, and among the "
        "first five. Next sentence: the share of pairs of held-out books that it tells apart.",
    ),
}


def _table(header: tuple, rows: list[tuple]) -> str:
    """Render a Markdown table."""
    lines = []
    for line in (header, ("---",) * len(header), *rows):
        cells = [str(cell).replace("|", "\\|") for cell in line]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _data_names(data: dict[str, int]) -> list[str]:
    """Return the short names of the training files: "tatoeba", "multi30k" and so on."""
    return [file.split(".")[0] for file in data]


# What the options of a training that varies its pairs are called in a card.
VARIATIONS = {
    "merge_dropout": "Merges left out at random",
    "exchange": "Pairs with other names and years",
}


def _duration(minutes: float) -> str:
    """Write a time: minutes below two hours, else hours."""
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"


def _describe_training(card: dict, language: str = "") -> str:
    """Render the part of a card on training: a table, the command, data with their licences.

    `language` is the language of the tokens of an update.
    """
    training = card["training"]
    data = ", ".join(
        f"{file.split('.en')[0]} ({times} a pass)" for file, times in training["data"].items()
    )
    updates = (
        f"{training['updates']:,}, about {training['target_tokens_per_update']:,} "
        f"{language}tokens each"
    )
    if training.get("cooldown"):
        updates += f", the rate falling to 0 over the last {training['cooldown']:,}"
    optional = []
    if "cooldown_corpus" in training:
        corpus = f"{training['cooldown_corpus']} times the corpus a pass"
        optional.append(("In the cooldown", corpus))
    if "note" in training:
        optional.append(("Note", training["note"]))
    if "dropout" in training:
        optional.append(("Dropout", f"{training['dropout']:.0%}"))
    options = ""
    for name, title in VARIATIONS.items():
        if name in training:
            optional.append((title, f"{training[name]:.0%}"))
            options += f" --{name.replace('_', '-')} {training[name]:g}"
    rows = [
        ("Data", data),
        ("Seed", training["seed"]),
        ("Updates", updates),
        ("Passes over the data", training["epochs"]),
        *optional,
        ("Label smoothing", training["label_smoothing"]),
        ("Weights", f"mean of the last {training['averaged_checkpoints']} kept during training"),
        ("Hardware", training["hardware"]),
        ("Time", _duration(training["minutes"])),
        ("PyTorch", training["torch"]),
        ("Date", training["date"]),
    ]
    command = (
        f"python -m models.training.train {card['name']} --updates {training['updates']} "
        f"--cooldown {training.get('cooldown', 0)}{options}"
    )
    recipe = RECIPES[card["name"]]
    for name in ("rate", "warm_up", "dropout"):
        if training.get(name, getattr(recipe, name)) != getattr(recipe, name):
            command += f" --{name.replace('_', '-')} {training[name]:g}"
    again = f"The same again, with the data of the table: `{command}`."
    if "started_from" in training:
        again = _describe_start(training, f"{command} --init FOLDER")
        rows.insert(
            0,
            (
                "Started from",
                f"{training['started_from'].get('name') or 'a checkpoint'}, "
                f"{training['started_from'].get('updates', 0):,} updates, "
                f"{_duration(training['started_from'].get('minutes', 0))}",
            ),
        )
    licences = "\n".join(
        f"- {name}: {licence}"
        for name, licence in card["licences"].items()
        if name in _data_names(training["data"])
    )
    return f"""## How it was made

{_table(("", ""), rows)}

{again}

## Data and licences

{licences}"""


def _describe_start(training: dict, command: str) -> str:
    """Describe the command of a training that began with the weights of an earlier one."""
    _, *earlier = rounds_of(training)
    updates = sum(training["updates"] for training in earlier)
    averaged = any("mean_of" in training for training in earlier)
    made = "1 earlier training" if len(earlier) == 1 else f"{len(earlier)} earlier trainings"
    return f"""The last training was `{command}`. FOLDER has the weights that it started from, of \
{made} with {updates:,} updates{", some averaged with others in between" if averaged else ""}: \
`card.json` has their settings. Those weights are not shipped, so this command alone does not make \
the same model again."""


def _describe_data(card: dict) -> str:
    """Describe the training data of a network."""
    names = _data_names(card["training"]["data"])
    return ", ".join(dict.fromkeys(_LEARNT_FROM[name] for name in names))


def _describe_papers(sizes: dict) -> str:
    """Name the papers of a BiLSTM; "" for another architecture."""
    return f" It has {_PAPERS[sizes['score']]}." if sizes["architecture"] == "bilstm" else ""


def model_card(card: dict, megabytes: float) -> str:
    """Render the `card.json` of a translation model as Markdown."""
    sizes = card["architecture"]
    figures = [
        (
            name,
            f"**{figure['bleu']:.2f}**",
            f"{figure['chrf']:.2f}" if "chrf" in figure else "",
            figure["sentences"],
            f"`{figure['signature']}`",
        )
        for name, figure in card["bleu"].items()
    ]
    samples = [
        (sample["source"], sample["translation"], "<br>".join(sample["references"]))
        for sample in card["samples"]
    ]
    command = f"python -m models.training.evaluate {card['name']}"
    return f"""# {card["name"]}: English to French

Written by `{command} --data FILE... --write-card` from `card.json`.

## Size

{card["weights"]:,} weights, {megabytes:.1f} MB.{_describe_papers(sizes)}

{_table(("size", "value"), list(sizes.items()))}

## How well it translates

{card["decoding"].capitalize()} decoding, BLEU (lowercase, 13a tokens) and chrF by sacrebleu; \
all French sides of one English side are its references.

{_table(("file", "BLEU", "chrF", "sentences", "signature"), figures)}

## Samples

{card["samples_are"].capitalize()}.

{_table(("English", "the network's French", "references"), samples)}

{_describe_training(card, "French ")}

## Limits

It learnt from {_describe_data(card)}, and knows their words only. It learnt to read and
write at most {sizes["max_length"] - 1} tokens, one sentence at a time, \
and takes the most probable word each time (greedy): it cannot take a word
back. It is made for looking at attention, not for relying on its translations.
"""


def languages_card(card: dict, megabytes: float) -> str:
    """Render the `card.json` of a network of three languages as Markdown."""
    count = card["sentences"]
    rows = [
        (
            name.replace("-", " → "),
            f"{figure['bleu']:.2f} ({figure['low']:.2f} – {figure['high']:.2f})",
            f"{figure['shuffled']:.2f}",
            *(f"{figure['languages'][language] / count:.1%}" for language in LANGUAGES),
        )
        for name, figure in card["directions"].items()
    ]
    header = ("direction", "BLEU (95 %)", "shuffled references", *LANGUAGES)
    known = ", ".join(f"{name} {right / count:.1%}" for name, right in card["identified"].items())
    near = [(name, f"{right / count:.1%}") for name, right in card["nearest"].items()]
    samples = [(*sample.values(),) for sample in card["samples"]]
    return f"""# {card["name"]}: German, English and French

Written by `python -m models.training.evaluate {card["name"]} --data {card["test_file"]} \
--write-card` from `card.json`.

It learnt German ↔ English and English ↔ French by tags (Johnson et al. 2017). No German sentence \
stood beside a French one: both stood beside the same English captions. Of each language, every \
{RECIPES[card["name"]].copies}th sentence was also to be written again from 85 % of its words.

## Size

{card["weights"]:,} weights, {megabytes:.1f} MB.

{_table(("size", "value"), [*card["architecture"].items()])}

## How well it translates

{count:,} captions, greedy decoding, BLEU (lowercase, 13a tokens) by sacrebleu with one reference. \
The last columns are the languages of what it writes, by py3langid, which names these shares of \
the human sentences right: {known}.

{_table(header, rows)}

## Sentences in one space

Captions to whose mean encoder state that of their translation is the nearest of {count:,}, by \
cosine; chance is {1 / count:.1%}.

{_table(("languages", "share"), near)}

## Samples

From evenly spaced places of the file, not chosen.

{_table((*LANGUAGES, "de → fr", "de → en → fr"), samples)}

{_describe_training(card)}

## Limits

It learnt from image captions, and knows their words only. It is made for looking at what a \
network does with a pair of languages that it never saw, not for relying on its translations.
"""


def text_card(card: dict, megabytes: float) -> str:
    """Render the `card.json` of a network trained on English text as Markdown."""
    sizes = card["architecture"]
    [(kind, scores)] = card["held_out"].items()
    unit, meaning = _FIGURES[kind]
    columns = tuple(card["samples"][0]) if card["samples"] else ("none",)
    samples = [tuple(map(_show_sample, sample.values())) for sample in card["samples"]]
    command = "python -m models.training.evaluate_text CHECKPOINT"
    is_code = "code" in card["licences"]
    held_out = "every 50th block of code"
    if not is_code:
        held_out = "every 50th paragraph of the books, and the development sentences"
    return f"""# {card["name"]}: {"Python code" if is_code else "English text"}

Written by `{command} --data DIR --write-card` from `card.json`.

## Size

{card["weights"]:,} weights, {megabytes:.1f} MB.

{_table(("size", "value"), list(sizes.items()))}

## How well it predicts

{meaning} The text was held out: {held_out}.

{_table(("text", unit), list(scores.items()))}

## Samples

Held-out texts from evenly spaced places, not chosen; what is drawn is the first draw.

{_table(columns, samples)}

{_describe_training(card)}

## Limits

It learnt from {_describe_data(card)}, and knows their words only. It learnt to read at most
{sizes["max_length"] - 1} tokens. It is small and was trained for \
{_duration(card["training"]["minutes"])}.
It is made for looking at attention, not for relying on what it writes.
"""


def _show_sample(value: str | dict[str, float]) -> str:
    """Format a text, or guesses with their probabilities."""
    if isinstance(value, str):
        return value
    return ", ".join(f"{word} {share:.3f}" for word, share in value.items())
