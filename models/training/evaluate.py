"""Score a trained network: `python -m models.training.evaluate transformer --data FILE...`

BLEU by sacrebleu (lowercase, 13a tokens), greedy decoding, all French sides of one English side as its
references. With --write-card the figures and samples go into the checkpoint's card.json and README.md.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import torch
from tqdm import tqdm

from .. import checkpoint, load
from ..catalog import TranslationModel, pick_device
from ..decoding import beam
from ..errors import UserError
from ..files import write_whole
from .data import read_pairs
from .score import bleu, chrf, corpus_bleu, with_references

SAMPLES = 12
BATCH = 128
LENGTHS = 4, 6, 8, 10, 12, 15, 18, 22, 28  # the most words of a source sentence in each group of --by-length; the last has no most
FEWEST = 20  # sentences of such a group
LEARNT_FROM = {"tatoeba": "short everyday sentences", "multi30k": "image captions", "stsb": "headlines and forum sentences", "talks": "spoken talks",
               "corpus": "sentences of lectures"}
USUAL = "multi30k.test_2016_flickr.en-fr.tsv.gz", "tatoeba.dev.en-fr.tsv.gz"


def translate_all(model, sentences: list[str], title: str) -> list[str]:
    """The translations in the order of the sentences, with a progress bar; similar lengths share a batch."""
    order = sorted(range(len(sentences)), key=lambda place: len(sentences[place]), reverse=True)
    translations = [""] * len(sentences)
    with tqdm(total=len(sentences), desc=title, unit="sentence", mininterval=0.5 if sys.stderr.isatty() else 5) as bar:
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            for place, translation in zip(chosen, model.translate([sentences[place] for place in chosen])):
                translations[place] = translation
            bar.update(len(chosen))
    return translations


def evaluate(model, files: list[Path]) -> tuple[dict[str, dict], list[dict]]:
    """Figures per file, by the name before ".en-fr" or its ending, and every sentence with that name, its translation and references.

    Prints one line per file. Raises UserError for a file that cannot be read and a sentence the model cannot.
    """
    everything = [read_pairs(file) for file in files]  # a wrong name shows before the work, not after
    figures, translated = {}, []
    for file, pairs in zip(files, everything):
        name, started = file.name.split(".en-fr")[0].removesuffix(".gz").removesuffix(".tsv"), time.monotonic()
        score, translations, signature = bleu(lambda sentences: translate_all(model, sentences, name), pairs)
        characters = chrf(translations, list(with_references(pairs).values()))
        figures[name] = {"bleu": round(score, 2), "chrf": round(characters, 2), "sentences": len(translations), "signature": signature}
        print(f"{name}: BLEU {score:.2f}, chrF {characters:.2f}, {len(translations)} sentences, {signature}, "
              f"{time.monotonic() - started:.1f} seconds")
        translated += [{"file": name, "source": source, "translation": translation, "references": references}
                       for (source, references), translation in zip(with_references(pairs).items(), translations)]
    return figures, translated


def beam_search(model, sentence: str, width: int) -> str:
    """One translation by beam search."""
    tokenizer = model.tokenizer
    source = torch.tensor([model.source_ids(sentence) + [tokenizer.end_id]], device=model.device)
    return tokenizer.decode(beam(model.network, source, tokenizer.begin_id, tokenizer.end_id, width)[0])


def length_groups(translated: list[dict]) -> list[tuple[int, int | None, list[dict]]]:
    """Least words, most words (None: no limit) and the sentences of each group of similar length, every sentence in one.

    Lengths are in words of the source, as split by spaces. From the longest on, a group with fewer than 20 sentences,
    or none, joins its neighbour of shorter sentences; a first group still too small joins the next. So fewer than 20
    sentences in all are one group.
    """
    groups = []
    for least, most in zip((1, *(longest + 1 for longest in LENGTHS)), (*LENGTHS, None)):
        groups.append((least, most, [one for one in translated if least <= len(one["source"].split()) <= (most or 10**6)]))
    for place in (*range(len(groups) - 1, 0, -1), 0):
        if len(groups[place][2]) < FEWEST and len(groups) > 1:
            first = max(place - 1, 0)
            (least, _, shorter), (_, most, longer) = groups[first : first + 2]
            groups[first : first + 2] = [(least, most, shorter + longer)]
    return groups


def by_length(translated: list[dict]) -> dict[str, list[dict]]:
    """BLEU of the sentences of each length, with a 95 % bootstrap interval, per file and, of several, for "all files".

    A group with fewer than 20 sentences is merged into its neighbour (`length_groups` has the rule). Prints a line each.
    """
    files: dict[str, list[dict]] = {}
    for one in translated:
        files.setdefault(one["file"], []).append(one)
    if len(files) > 1:
        files["all files"] = translated
    found: dict[str, list[dict]] = {}
    for name, of_file in files.items():
        print(f"{name}, by length")
        found[name] = []
        for least, most, these in length_groups(of_file):
            score, _ = corpus_bleu([one["translation"] for one in these], [one["references"] for one in these], bootstrap=1000)
            low, high = (max(0.0, min(100.0, score._mean + side * score._ci)) for side in (-1, 1))
            mean = sum(len(one["source"].split()) for one in these) / len(these)
            found[name].append({"least_words": least, "most_words": most, "mean_words": round(mean, 1), "sentences": len(these),
                                "bleu": round(score.score, 2), "low": round(low, 2), "high": round(high, 2)})
            words = f"{least} to {most}" if most else f"{least} or more"
            print(f"{words:>10} words: BLEU {score.score:5.2f}, 95 % between {low:5.2f} and {high:5.2f}, {len(these)} sentences")
    return found


def write_card(folder: Path, figures: dict[str, dict], translated: list[dict], lengths: dict[str, list[dict]] | None = None) -> None:
    """Put the figures, and samples from evenly spaced places, into `card.json`, and write `README.md` from it."""
    card = checkpoint.sealed(json.loads((folder / "card.json").read_text(encoding="utf-8")), folder)
    count = min(SAMPLES, len(translated))
    chosen = [translated[int((place + 0.5) * len(translated) / count)] for place in range(count)]
    card |= {
        "bleu": figures,
        "decoding": "greedy",
        "samples_are": f"{count} of the {len(translated)} sentences scored, from evenly spaced places of the files, not chosen",
        "samples": [{part: sample[part] for part in ("source", "translation", "references")} for sample in chosen],
        **({"by_length": lengths} if lengths is not None else {}),
    }
    megabytes = (folder / "weights.safetensors").stat().st_size / 1e6
    readme = model_card(card, megabytes).encode()
    write_whole({folder / "card.json": checkpoint.as_json(card), folder / "README.md": readme})


def table(header: tuple, rows: list[tuple]) -> str:
    """A Markdown table."""
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def kinds(data: dict[str, int]) -> list[str]:
    """What the training files hold: "tatoeba", "multi30k" and so on."""
    return [file.split(".")[0] for file in data]


def model_card(card: dict, megabytes: float) -> str:
    """What a person wants to know about a checkpoint, as Markdown: everything from its `card.json`."""
    sizes, training = card["architecture"], card["training"]
    data = ", ".join(f"{file.split('.en-fr')[0]} ({times} a pass)" for file, times in training["data"].items())
    made = [
        ("Data", data),
        ("Seed", training["seed"]),
        ("Updates", f"{training['updates']:,}, about {training['target_tokens_per_update']:,} French tokens each"
                    + (f", the rate falling to 0 over the last {training['cooldown']:,}" if training.get("cooldown") else "")),
        ("Passes over the data", training["epochs"]),
        ("Label smoothing", training["label_smoothing"]),
        ("Weights", f"mean of the last {training['averaged_checkpoints']} kept during training"),
        ("Hardware", training["hardware"]),
        ("Time", f"{training['minutes'] / 60:.1f} hours"),
        ("PyTorch", training["torch"]),
        ("Date", training["date"]),
    ]
    again = f"python -m models.training.train {card['name']} --updates {training['updates']} --cooldown {training.get('cooldown', 0)}"
    if "started_from" in training:
        again += " --init FOLDER"
        made.insert(0, ("Started from", f"{training['started_from'].get('name') or 'a checkpoint'}, {training['started_from'].get('updates', 0):,} updates, "
                                        f"{training['started_from'].get('minutes', 0) / 60:.1f} hours"))
    figures = [(name, f"**{figure['bleu']:.2f}**", f"{figure['chrf']:.2f}" if "chrf" in figure else "", figure["sentences"], f"`{figure['signature']}`")
               for name, figure in card["bleu"].items()]
    samples = [(sample["source"], sample["translation"], "<br>".join(sample["references"])) for sample in card["samples"]]
    licences = "\n".join(f"- {name}: {licence}" for name, licence in card["licences"].items() if name in kinds(training["data"]))
    return f"""# {card["name"]}: English to French

Written by `python -m models.training.evaluate {card["name"]} --data FILE... --write-card` from `card.json`.

## Size

{card["weights"]:,} weights, {megabytes:.1f} MB.

{table(("size", "value"), list(sizes.items()))}

## How well it translates

{card["decoding"].capitalize()} decoding, BLEU (lowercase, 13a tokens) and chrF by sacrebleu; all French sides of one English side are its references.

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

It learnt from {", ".join(LEARNT_FROM[kind] for kind in kinds(training["data"]))}, and knows their words only. It reads and writes at most
{sizes["max_length"] - 1} tokens, one sentence at a time, and takes the most probable word each time (greedy): it cannot take a word
back. It is made for looking at attention, not for relying on its translations.
"""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.evaluate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="name of the model, for example transformer")
    parser.add_argument("--data", type=Path, nargs="+", metavar="FILE", default=[], help="tab-separated English and French, plain or gzip")
    parser.add_argument("--checkpoint", type=Path, metavar="DIR", help="score the checkpoint in this folder, not the shipped one")
    parser.add_argument("--device", default="auto", help="auto, cuda, mps or cpu")
    parser.add_argument("--beam", type=int, metavar="WIDTH", help="beam search instead of greedy decoding; not for the card")
    parser.add_argument("--by-length", action="store_true", help="also BLEU for each length of the source, per file and all together")
    parser.add_argument("--write-card", action="store_true", help="store figures and samples in the checkpoint's card.json and README.md")
    options = parser.parse_args(arguments)
    if options.beam and (options.beam < 1 or options.write_card):
        parser.error("--beam takes a width of at least 1, and the figures of a card are greedy: leave --write-card away")
    folder = options.checkpoint or checkpoint.SHIPPED / options.name
    try:
        if not options.data:
            raise UserError(f"Name the files to score with --data, for example --data {' '.join(f'data/{file}' for file in USUAL)}.")
        if options.checkpoint is None:
            model = load(options.name, options.device)
        elif (folder / "weights.safetensors").exists():
            device = pick_device(options.device)
            model = TranslationModel(options.name, *checkpoint.load(folder, device), device)
        else:
            raise UserError(f"There is no checkpoint in {folder}. Name a folder with weights.safetensors with --checkpoint.")
        if options.beam:
            model.translate = lambda sentences: [beam_search(model, sentence, options.beam) for sentence in sentences]
        figures, translated = evaluate(model, options.data)
        lengths = by_length(translated) if options.by_length else None
        if options.write_card:
            write_card(folder, figures, translated, lengths)
            print(f"Written to {folder / 'card.json'} and {folder / 'README.md'}.")
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; nothing was written.")


if __name__ == "__main__":
    main()
