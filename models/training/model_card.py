"""The card of a checkpoint as Markdown, for people."""

from .recipes import RECIPES

LEARNT_FROM = {
    "tatoeba": "short everyday sentences",
    "multi30k": "image captions",
    "stsb": "headlines and forum sentences",
    "talks": "spoken talks",
    "corpus": "sentences of lectures",
    "books": "children's books",
    "captions": "image captions",
}
FIGURES = {  # what `evaluate_text` measures: how a card calls it, and what that is
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


def table(header: tuple, rows: list[tuple]) -> str:
    """A Markdown table."""
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def kinds(data: dict[str, int]) -> list[str]:
    """What the training files hold: "tatoeba", "multi30k" and so on."""
    return [file.split(".")[0] for file in data]


def how_made(card: dict, tokens: str = "") -> str:
    """Write the part of a card on training: a table, the command, data with their licences.

    `tokens` says of which language those of an update are.
    """
    training = card["training"]
    data = ", ".join(
        f"{file.split('.en')[0]} ({times} a pass)" for file, times in training["data"].items()
    )
    made = [
        ("Data", data),
        ("Seed", training["seed"]),
        (
            "Updates",
            (
                f"{training['updates']:,}, about {training['target_tokens_per_update']:,} "
                f"{tokens}tokens each"
            )
            + (
                f", the rate falling to 0 over the last {training['cooldown']:,}"
                if training.get("cooldown")
                else ""
            ),
        ),
        ("Passes over the data", training["epochs"]),
        *(
            [("In the cooldown", f"{training['cooldown_corpus']} times the corpus a pass")]
            if "cooldown_corpus" in training
            else []
        ),
        *([("Note", training["note"])] if "note" in training else []),
        ("Label smoothing", training["label_smoothing"]),
        ("Weights", f"mean of the last {training['averaged_checkpoints']} kept during training"),
        ("Hardware", training["hardware"]),
        ("Time", f"{training['minutes'] / 60:.1f} hours"),
        ("PyTorch", training["torch"]),
        ("Date", training["date"]),
    ]
    again = (
        f"python -m models.training.train {card['name']} --updates {training['updates']} "
        f"--cooldown {training.get('cooldown', 0)}"
    )
    if training.get("rate", usual := RECIPES[card["name"]].rate) != usual:
        again += f" --rate {training['rate']:g}"
    if "started_from" in training:
        again += " --init FOLDER"
        made.insert(
            0,
            (
                "Started from",
                f"{training['started_from'].get('name') or 'a checkpoint'}, "
                f"{training['started_from'].get('updates', 0):,} updates, "
                f"{training['started_from'].get('minutes', 0) / 60:.1f} hours",
            ),
        )
    licences = "\n".join(
        f"- {name}: {licence}"
        for name, licence in card["licences"].items()
        if name in kinds(training["data"])
    )
    return f"""## How it was made

{table(("", ""), made)}

The same again: `{again}`.

## Data and licences

{licences}"""


def learnt_from(card: dict) -> str:
    """What a network was trained on, in words."""
    return ", ".join(dict.fromkeys(LEARNT_FROM[kind] for kind in kinds(card["training"]["data"])))


def model_card(card: dict, megabytes: float) -> str:
    """Write as Markdown what a person wants to know of a translator, all from its `card.json`."""
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

{card["weights"]:,} weights, {megabytes:.1f} MB.

{table(("size", "value"), list(sizes.items()))}

## How well it translates

{card["decoding"].capitalize()} decoding, BLEU (lowercase, 13a tokens) and chrF by sacrebleu; \
all French sides of one English side are its references.

{table(("file", "BLEU", "chrF", "sentences", "signature"), figures)}

## Samples

{card["samples_are"].capitalize()}.

{table(("English", "the network's French", "references"), samples)}

{how_made(card, "French ")}

## Limits

It learnt from {learnt_from(card)}, and knows their words only. It reads and writes at most
{sizes["max_length"] - 1} tokens, one sentence at a time, \
and takes the most probable word each time (greedy): it cannot take a word
back. It is made for looking at attention, not for relying on its translations.
"""


def text_card(card: dict, megabytes: float) -> str:
    """Write the same of a network that was trained on English text."""
    sizes, ((kind, scores),) = card["architecture"], card["held_out"].items()
    unit, meaning = FIGURES[kind]
    hours = card["training"]["minutes"] / 60
    columns = tuple(card["samples"][0]) if card["samples"] else ("none",)
    samples = [tuple(show_sample(value) for value in one.values()) for one in card["samples"]]
    command = "python -m models.training.evaluate_text CHECKPOINT"
    return f"""# {card["name"]}: English text

Written by `{command} --data DIR --write-card` from `card.json`.

## Size

{card["weights"]:,} weights, {megabytes:.1f} MB.

{table(("size", "value"), list(sizes.items()))}

## How well it predicts

{meaning} The text was held out: every 50th paragraph of the books, and the development sentences.

{table(("text", unit), list(scores.items()))}

## Samples

Held-out texts from evenly spaced places, not chosen; what is drawn is the first draw.

{table(columns, samples)}

{how_made(card)}

## Limits

It learnt from {learnt_from(card)}, and knows their words only. It reads at most
{sizes["max_length"] - 1} tokens. It is small and was trained for {hours:.1f} hours.
It is made for looking at attention, not for relying on what it writes.
"""


def show_sample(value: str | dict[str, float]) -> str:
    """A text, or guesses with their probabilities."""
    if isinstance(value, str):
        return value
    return ", ".join(f"{word} {share:.3f}" for word, share in value.items())
