"""The card of a checkpoint as Markdown, for people."""

LEARNT_FROM = {
    "tatoeba": "short everyday sentences",
    "multi30k": "image captions",
    "stsb": "headlines and forum sentences",
    "talks": "spoken talks",
    "corpus": "sentences of lectures",
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


def model_card(card: dict, megabytes: float) -> str:
    """Write as Markdown what a person wants to know of a checkpoint, all from its `card.json`."""
    sizes, training = card["architecture"], card["training"]
    data = ", ".join(
        f"{file.split('.en-fr')[0]} ({times} a pass)" for file, times in training["data"].items()
    )
    made = [
        ("Data", data),
        ("Seed", training["seed"]),
        (
            "Updates",
            (
                f"{training['updates']:,}, about {training['target_tokens_per_update']:,} "
                f"French tokens each"
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
    licences = "\n".join(
        f"- {name}: {licence}"
        for name, licence in card["licences"].items()
        if name in kinds(training["data"])
    )
    command = f"python -m models.training.evaluate {card['name']}"
    learnt_from = ", ".join(LEARNT_FROM[kind] for kind in kinds(training["data"]))
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

## How it was made

{table(("", ""), made)}

The same again: `{again}`.

## Data and licences

{licences}

## Limits

It learnt from {learnt_from}, and knows their words only. It reads and writes at most
{sizes["max_length"] - 1} tokens, one sentence at a time, \
and takes the most probable word each time (greedy): it cannot take a word
back. It is made for looking at attention, not for relying on its translations.
"""
