import gzip
import json
import random
import sys
from types import SimpleNamespace

import pytest
import sacrebleu
import torch

from models.answers.decoding import translate
from models.store import checkpoint
from models.training.data import read_pairs
from models.training.evaluate import _group_by_length, _score_by_length, _translate_all, main
from models.training.model_card import _table
from models.training.score import corpus_bleu, group_references

FILES = "tatoeba.dev", "multi30k.val"


def run(trained, data, *more):
    files = [str(data / f"{file}.en-fr.tsv.gz") for file in FILES]
    main(["transformer", "--checkpoint", str(trained), "--device", "cpu", "--data", *files, *more])


def test_the_figures_are_those_of_sacrebleu_called_by_hand(trained, data, capsys):
    run(trained, data, "--write-card")
    card = json.loads((trained / "card.json").read_text())
    printed = capsys.readouterr().out
    network, tokenizer, _ = checkpoint.load_checkpoint(trained, torch.device("cpu"))
    for name in FILES:
        pairs = read_pairs(data / f"{name}.en-fr.tsv.gz")
        sources = list(dict.fromkeys(pair.source for pair in pairs))
        french = translate(network, tokenizer, tokenizer.encode_batch(sources), torch.device("cpu"))
        number = 2 if name == "tatoeba.dev" else 1  # French sides per English one
        references = [[pair.target for pair in pairs][place::number] for place in range(number)]
        bleu = sacrebleu.corpus_bleu(french, references, lowercase=True, tokenize="13a").score
        assert bleu > 0
        assert card["bleu"][name]["bleu"] == round(bleu, 2)
        characters = sacrebleu.corpus_chrf(french, references).score
        assert card["bleu"][name]["chrf"] == round(characters, 2)
        assert card["bleu"][name]["sentences"] == len(sources) == 21
        assert "case:lc" in card["bleu"][name]["signature"]
        assert "tok:13a" in card["bleu"][name]["signature"]
        assert f"{name}: BLEU {bleu:.2f}, chrF {characters:.2f}, 21 sentences, nrefs:" in printed


def test_a_file_far_from_the_training_text_is_scored_and_never_quoted(trained, data, tmp_path):
    file = tmp_path / "far.dev.en-fr.tsv"
    file.write_text("It is far away.\tC'est loin.\n" * 30, encoding="utf-8")
    run(trained, data, str(file), "--by-length", "--write-card")
    card = json.loads((trained / "card.json").read_text())
    assert card["bleu"]["far.dev"]["sentences"] == 1
    assert "far.dev" in (trained / "README.md").read_text()
    assert "It is far away." not in [sample["source"] for sample in card["samples"]]
    assert "of the 42 sentences scored of the other files" in card["samples_are"]
    assert [*card["by_length"]] == [*FILES, "all files"]


def test_cased_tells_capitals_from_small_letters(trained, data, capsys):
    run(trained, data, "--cased", "--json")
    figures = json.loads(capsys.readouterr().out)
    network, tokenizer, _ = checkpoint.load_checkpoint(trained, torch.device("cpu"))
    pairs = read_pairs(data / "multi30k.val.en-fr.tsv.gz")
    sources = tokenizer.encode_batch([pair.source for pair in pairs])
    french = translate(network, tokenizer, sources, torch.device("cpu"))
    cased, lower = (
        sacrebleu.corpus_bleu(
            french, [[pair.target for pair in pairs]], lowercase=lowercase, tokenize="13a"
        ).score
        for lowercase in (False, True)
    )
    assert figures["multi30k.val"]["bleu"] == round(cased, 2) <= round(lower, 2)
    assert "case:mixed" in figures["multi30k.val"]["signature"]
    assert corpus_bleu(["LE CHIEN VOIT TOM ."], [["le chien voit tom ."]], cased=True)[0].score < 50
    with pytest.raises(SystemExit):
        run(trained, data, "--cased", "--write-card")
    assert "leave --cased or --write-card away" in capsys.readouterr().err


def test_a_sentence_with_fewer_french_sides_than_another_is_scored_by_those_it_has(
    trained, tmp_path, capsys
):
    with gzip.open(tmp_path / "some.en-fr.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("Tom sees the car.\tTom voit la voiture.\nTom sees the car.\tTom voit l'auto.\n")
        file.write("the dog hears Tom.\tLe chien entend Tom.\n")
    file = str(tmp_path / "some.en-fr.tsv.gz")
    command = ["transformer", "--checkpoint", str(trained), "--data", file]
    main(command)
    assert "2 sentences, nrefs:var" in capsys.readouterr().out
    main([*command, "--json"])
    assert json.loads(capsys.readouterr().out)["some"]["sentences"] == 2


def test_the_card_keeps_what_training_wrote_and_gets_12_samples_of_evenly_spaced_places(
    trained, data
):
    before = json.loads((trained / "card.json").read_text())
    unsealed = {name: value for name, value in before.items() if name != "sha256"}
    checkpoint.write_json(trained / "card.json", unsealed)  # as in older cards
    run(trained, data, "--write-card")
    card = json.loads((trained / "card.json").read_text())
    assert card.items() >= before.items()
    assert before.items() > unsealed.items()
    assert card["decoding"] == "greedy"
    sources = [
        source
        for name in FILES
        for source in group_references(read_pairs(data / f"{name}.en-fr.tsv.gz"))
    ]
    assert [sample["source"] for sample in card["samples"]] == [
        sources[int((place + 0.5) * 42 / 12)] for place in range(12)
    ]
    assert card["samples"][0]["references"][1].endswith("!")
    assert all(set(sample) == {"source", "translation", "references"} for sample in card["samples"])
    assert "not chosen" in card["samples_are"]


def test_the_readme_says_what_the_card_says(trained, data):
    run(trained, data, "--write-card")
    card = json.loads((trained / "card.json").read_text())
    readme = (trained / "README.md").read_text()
    for text in (
        "# transformer",
        "CC BY 2.0 FR",
        "Multi30k task 1",
        "| Updates | 40,",
        "| Seed | 2017 |",
        "127 tokens",
        "greedy",
        card["training"]["hardware"],
        f"**{card['bleu']['multi30k.val']['bleu']:.2f}**",
        card["samples"][11]["source"],
    ):
        assert text in readme
    assert _table(("a",), [("x|y",)]) == "| a |\n| --- |\n| x\\|y |"


def test_without_write_card_nothing_is_written(trained, data):
    before = (trained / "card.json").read_bytes()
    run(trained, data)
    assert (trained / "card.json").read_bytes() == before
    assert not (trained / "README.md").exists()


def test_bleu_by_length_is_that_of_the_sentences_of_this_length_between_its_bounds(capsys):
    generator = random.Random(3)
    words = [
        "le",
        "la",
        "un",
        "chien",
        "chat",
        "rouge",
        "gros",
        "dort",
        "sur",
        "lit",
        "table",
        "parc",
    ]
    translated = []
    for number in range(200):
        length = 3 if number % 2 else 11
        reference = [generator.choice(words) for _ in range(length + 2)]
        written = [
            word if generator.random() < (0.9 if length == 3 else 0.6) else "oui"
            for word in reference
        ]
        translated.append(
            {
                "file": "some.test",
                "source": " ".join(["x"] * length),
                "translation": " ".join(written),
                "references": [" ".join(reference)],
            }
        )
    groups = _score_by_length(translated)
    assert list(groups) == ["some.test"], "of one file, nothing to pool"
    short, long = groups["some.test"]
    assert (short["least_words"], short["most_words"], long["least_words"], long["most_words"]) == (
        1,
        10,
        11,
        None,
    )
    assert (short["mean_words"], long["mean_words"]) == (3.0, 11.0)
    for group, odd in ((short, 1), (long, 0)):
        these = translated[odd::2]
        by_hand = (
            sacrebleu.BLEU(lowercase=True)
            .corpus_score(
                [one["translation"] for one in these], [[one["references"][0] for one in these]]
            )
            .score
        )
        assert group["bleu"] == round(by_hand, 2)
        assert group["sentences"] == 100
        assert group["low"] < group["bleu"] < group["high"]
    assert long["high"] < short["low"]
    assert _score_by_length(translated) == groups, "the resamples are seeded"
    heading, first, last = capsys.readouterr().out.splitlines()[:3]
    assert heading == "some.test, by length"
    assert first.startswith("   1 to 10 words: BLEU ")
    assert last.startswith("11 or more words: BLEU ")


@pytest.mark.parametrize(
    "lengths, groups",
    [
        ({3: 30, 5: 40, 30: 20}, [(1, 4, 30), (5, 28, 40), (29, None, 20)]),
        # The last groups are merged one after the other.
        ({3: 20, 5: 40, 17: 20, 21: 15, 30: 2}, [(1, 4, 20), (5, 15, 40), (16, None, 37)]),
        # Two small neighbours are together large enough.
        ({3: 20, 7: 15, 9: 15, 11: 20}, [(1, 6, 20), (7, 10, 30), (11, None, 20)]),
        ({3: 19, 5: 40, 7: 20}, [(1, 6, 59), (7, None, 20)]),  # a small first group
        ({11: 30, 13: 30}, [(1, 12, 30), (13, None, 30)]),  # none in the first groups
        ({3: 12, 5: 12}, [(1, None, 24)]),  # the first takes the rest
        ({5: 100}, [(1, None, 100)]),
        ({3: 6, 5: 7, 40: 6}, [(1, None, 19)]),  # too few in all
        ({9: 1}, [(1, None, 1)]),
    ],
)
def test_a_length_with_fewer_than_20_sentences_joins_its_neighbour(lengths, groups):
    translated = [
        {"source": " ".join(["x"] * words), "number": (words, number)}
        for words, count in lengths.items()
        for number in range(count)
    ]
    joined_groups = _group_by_length(translated[::-1])
    assert [(least, most, len(these)) for least, most, these in joined_groups] == groups
    assert sorted(one["number"] for _, _, these in joined_groups for one in these) == [
        one["number"] for one in translated
    ]
    for least, most, these in joined_groups:
        assert all(least <= len(one["source"].split()) <= (most or 1000) for one in these)


def test_a_single_sentence_has_its_bleu_by_length():
    [group] = _score_by_length(
        [
            {
                "file": "one",
                "source": "a b c",
                "translation": "le chat dort là",
                "references": ["le chat dort là"],
            }
        ]
    )["one"]
    assert group == {
        "least_words": 1,
        "most_words": None,
        "mean_words": 3.0,
        "sentences": 1,
        "bleu": 100.0,
        "low": 100.0,
        "high": 100.0,
    }


def test_the_card_has_bleu_by_length_of_each_file_and_of_all(trained, data, capsys):
    run(trained, data, "--by-length", "--write-card")
    card, printed = json.loads((trained / "card.json").read_text()), capsys.readouterr().out
    assert list(card["by_length"]) == [*FILES, "all files"]
    for name, sentences in zip((*FILES, "all files"), (21, 21, 42)):
        assert f"{name}, by length\n" in printed
        assert sum(group["sentences"] for group in card["by_length"][name]) == sentences
        assert card["by_length"][name][0]["least_words"] == 1
        assert card["by_length"][name][-1]["most_words"] is None
    for name in FILES:
        [whole] = card["by_length"][name]
        assert whole["bleu"] == card["bleu"][name]["bleu"]
    run(trained, data, "--write-card")
    assert json.loads((trained / "card.json").read_text())["by_length"] == card["by_length"]


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_for_a_terminal_and_not_for_quiet(quiet, capsys, monkeypatch):
    model = SimpleNamespace(translate=list)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert _translate_all(model, ["one", "a longer one"], "file", quiet) == ["one", "a longer one"]
    assert ("file: 100%" in capsys.readouterr().err) != quiet
