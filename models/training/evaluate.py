"""Score a trained network: `python -m models.training.evaluate transformer --data FILE...`

BLEU by sacrebleu (lowercase, 13a tokens), greedy decoding, all French sides of one English side as
its references. With --write-card the figures and samples go into the checkpoint's card.json and
README.md.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from .evaluate_options import build_parser

if __name__ == "__main__":  # help, or what is wrong with a call, without torch
    build_parser().parse_args()

import torch
from tqdm import tqdm

from .. import TextModel, load
from ..answers.decoding import beam
from ..answers.translation import TranslationModel
from ..errors import UserError
from ..files import write_whole
from ..registry import check_name
from ..store import checkpoint
from ..store.device import pick_device
from .data import read_pairs
from .evaluate_languages import evaluate_languages
from .model_card import languages_card, model_card
from .recipes import FAR_FILES, RECIPES
from .score import bleu, chrf, corpus_bleu, group_references

_SAMPLES = 12
BATCH = 128
# Longest source sentence, in words, of each group of --by-length; a last group has no limit.
_LENGTHS = (4, 6, 8, 10, 12, 15, 18, 22, 28)
_FEWEST = 20  # sentences of such a group
# Scored, never quoted, and of no group by length.
_FAR = {file.split(".en-fr")[0] for file in FAR_FILES}
_USUAL = "multi30k.test_2016_flickr.en-fr.tsv.gz", "tatoeba.dev.en-fr.tsv.gz"


def _translate_all(model, sentences: list[str], title: str, quiet: bool = False) -> list[str]:
    """Translate sentences with a progress bar; sentences of similar length share a batch."""
    order = sorted(range(len(sentences)), key=lambda place: len(sentences[place]), reverse=True)
    translations = [""] * len(sentences)
    with tqdm(
        total=len(sentences),
        desc=title,
        unit="sentence",
        disable=quiet or None,  # None: only on a terminal
    ) as bar:
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            batch = model.translate([sentences[place] for place in chosen])
            for place, translation in zip(chosen, batch):
                translations[place] = translation
            bar.update(len(chosen))
    return translations


def _evaluate(
    model,
    files: list[Path],
    show: Callable[[str], object] = print,
    quiet: bool = False,
    cased: bool = False,
) -> tuple[dict[str, dict], list[dict]]:
    """Score a model on files: return figures by file, and all sentences with their translations.

    A file's name is cut at ".en-fr" or its ending. Shows one line per file. Raises UserError for
    a file or sentence that cannot be read.
    """
    # Read all files first, so that a wrong name is reported at once.
    pairs_of_files = [read_pairs(file) for file in files]
    figures, translated = {}, []
    for file, pairs in zip(files, pairs_of_files):
        name = file.name.split(".en-fr")[0].removesuffix(".gz").removesuffix(".tsv")
        started = time.monotonic()
        translate = partial(_translate_all, model, title=name, quiet=quiet)
        score, translations, signature = bleu(translate, pairs, cased)
        characters = chrf(translations, list(group_references(pairs).values()))
        figures[name] = {
            "bleu": round(score, 2),
            "chrf": round(characters, 2),
            "sentences": len(translations),
            "signature": signature,
        }
        show(
            f"{name}: BLEU {score:.2f}, chrF {characters:.2f}, {len(translations)} "
            f"sentences, {signature}, "
            f"{time.monotonic() - started:.1f} seconds"
        )
        translated += [
            {"file": name, "source": source, "translation": translation, "references": references}
            for (source, references), translation in zip(
                group_references(pairs).items(), translations
            )
        ]
    return figures, translated


def _beam_search(model, sentence: str, width: int) -> str:
    """Translate one sentence by beam search."""
    tokenizer = model.tokenizer
    source = torch.tensor([[*model.source_ids(sentence), tokenizer.end_id]], device=model.device)
    ids, _ = beam(model.network, source, tokenizer.begin_id, tokenizer.end_id, width)
    return tokenizer.decode(ids)


def _group_by_length(translated: list[dict]) -> list[tuple[int, int | None, list[dict]]]:
    """Group sentences by length: (fewest words, most words or None, sentences).

    Lengths are words of the source, split at spaces. From the longest on, a group with fewer than
    20 sentences is merged into the next shorter one; a first group that is still too small is
    merged into the next. So fewer than 20 sentences in all form one group.
    """
    groups = []
    least = 1
    for most in (*_LENGTHS, None):
        lengths = range(least, (most or 10**6) + 1)
        group = [pair for pair in translated if len(pair["source"].split()) in lengths]
        groups.append((least, most, group))
        least = lengths.stop
    for place in (*range(len(groups) - 1, 0, -1), 0):
        if len(groups[place][2]) < _FEWEST and len(groups) > 1:
            first = max(place - 1, 0)
            (least, _, shorter), (_, most, longer) = groups[first : first + 2]
            groups[first : first + 2] = [(least, most, shorter + longer)]
    return groups


def _score_by_length(translated: list[dict], cased: bool = False) -> dict[str, list[dict]]:
    """Score the sentences of each length: BLEU with a 95 % bootstrap interval.

    Per file, and for "all files" if there are several. See `_group_by_length` for the groups.
    Prints a line for each.
    """
    files: dict[str, list[dict]] = {}
    for sentence in translated:
        files.setdefault(sentence["file"], []).append(sentence)
    if len(files) > 1:
        files["all files"] = translated
    scores: dict[str, list[dict]] = {}
    for name, pairs in files.items():
        print(f"{name}, by length")
        scores[name] = []
        for least, most, group in _group_by_length(pairs):
            translations = [sentence["translation"] for sentence in group]
            references = [sentence["references"] for sentence in group]
            score, _ = corpus_bleu(translations, references, bootstrap=1000, cased=cased)
            low, high = (max(0.0, min(100.0, score._mean + side * score._ci)) for side in (-1, 1))
            mean = sum(len(sentence["source"].split()) for sentence in group) / len(group)
            scores[name].append(
                {
                    "least_words": least,
                    "most_words": most,
                    "mean_words": round(mean, 1),
                    "sentences": len(group),
                    "bleu": round(score.score, 2),
                    "low": round(low, 2),
                    "high": round(high, 2),
                }
            )
            words = f"{least} to {most}" if most else f"{least} or more"
            print(
                f"{words:>10} words: BLEU {score.score:5.2f}, 95 % between {low:5.2f} and "
                f"{high:5.2f}, {len(group)} sentences"
            )
    return scores


def _write_languages_card(folder: Path, figures: dict) -> None:
    """Write the figures of a network of several languages into `card.json` and `README.md`."""
    card = checkpoint.sealed(json.loads((folder / "card.json").read_text(encoding="utf-8")), folder)
    card |= figures
    megabytes = (folder / "weights.safetensors").stat().st_size / 1e6
    readme = languages_card(card, megabytes).encode()
    write_whole({folder / "card.json": checkpoint.as_json(card), folder / "README.md": readme})


def _write_card(
    folder: Path,
    figures: dict[str, dict],
    translated: list[dict],
    lengths: dict[str, list[dict]] | None = None,
) -> None:
    """Write figures and evenly spaced samples into `card.json`, and `README.md` from it."""
    card = checkpoint.sealed(json.loads((folder / "card.json").read_text(encoding="utf-8")), folder)
    count = min(_SAMPLES, len(translated))
    chosen = [translated[int((place + 0.5) * len(translated) / count)] for place in range(count)]
    card |= {
        "bleu": figures,
        "decoding": "greedy",
        "samples_are": (
            f"{count} of the {len(translated)} sentences scored"
            f"{' of the other files' if _FAR & {*figures} else ''}, from evenly spaced places of "
            f"the files, not chosen"
        ),
        "samples": [
            {part: sample[part] for part in ("source", "translation", "references")}
            for sample in chosen
        ],
        **({"by_length": lengths} if lengths is not None else {}),
    }
    megabytes = (folder / "weights.safetensors").stat().st_size / 1e6
    readme = model_card(card, megabytes).encode()
    write_whole({folder / "card.json": checkpoint.as_json(card), folder / "README.md": readme})


def check_options(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Path:
    """Return the folder of the model; ends with what is wrong before anything is loaded."""
    if not options.data:
        parser.error(
            "Name files that the model has not seen with --data, for example --data "
            f"{' '.join(f'data/{file}' for file in _USUAL)}."
        )
    folder = options.checkpoint or checkpoint.SHIPPED / options.name
    if options.checkpoint and not (folder / "weights.safetensors").exists():
        parser.error(
            f"There is no checkpoint in {folder}. Name a folder with weights.safetensors with "
            "--checkpoint."
        )
    try:
        if options.checkpoint is None:
            check_name(options.name)
    except UserError as error:
        parser.error(str(error))
    return folder


def load_model(options: argparse.Namespace) -> TextModel:
    """Load the shipped model of this name, or the checkpoint. Raises UserError."""
    if options.checkpoint is None:
        return load(options.name, options.device)
    device = pick_device(options.device)
    loaded = checkpoint.load_checkpoint(options.checkpoint, device)
    return TranslationModel(options.name, *loaded, device)


def main(arguments: list[str] | None = None) -> None:
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.json and options.by_length:
        parser.error("the lines of --by-length are for reading: leave --json or --by-length away")
    if options.beam and options.write_card:
        parser.error("the figures of a card are greedy: leave --beam or --write-card away")
    if options.cased and options.write_card:
        parser.error("the figures of a card ignore case: leave --cased or --write-card away")
    folder = check_options(parser, options)
    try:
        model = load_model(options)
        if options.beam:
            model.translate = lambda sentences: [  # type: ignore[method-assign]
                _beam_search(model, sentence, options.beam) for sentence in sentences
            ]
        if options.name in RECIPES and RECIPES[options.name].task == "languages":
            assert isinstance(model, TranslationModel)
            languages = evaluate_languages(model, options.data[0])
            print(json.dumps(languages, indent=None if options.json else 2, ensure_ascii=False))
            if options.write_card:
                _write_languages_card(folder, languages)
            return
        show = (lambda line: None) if options.json else print
        figures, translated = _evaluate(model, options.data, show, options.quiet, options.cased)
        translated = [sentence for sentence in translated if sentence["file"] not in _FAR]
        if options.json:
            print(json.dumps(figures))
        lengths = _score_by_length(translated, options.cased) if options.by_length else None
        if options.write_card:
            _write_card(folder, figures, translated, lengths)
            show(f"Written to {folder / 'card.json'} and {folder / 'README.md'}.")
    except UserError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; nothing was written.")


if __name__ == "__main__":
    main()
