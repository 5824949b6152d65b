"""The ready playlists: their files, their views, and that their titles and notes are true."""

import re

import numpy as np
import pytest

from models import Request, WhatIf
from models.answers import masking
from tests.claims import DOG, RED, looks, of, trace, weight, written
from tests.contents import content_at
from viz.analysis.what_if_text import read_what_if
from viz.app.tab_playlist import _TITLED
from viz.pages.cost import table1
from viz.pages.registry import PAGES
from viz.view.lectures import lectures
from viz.view.playlist import PlaylistEntry
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings, write_address, write_short

ENGLISH, FRENCH = lectures("en"), lectures("fr")
ENTRIES = [entry for one in ENGLISH.values() for entry in one.playlist.entries]
VIEWS = {entry.title: entry for entry in ENTRIES}
BENCH = "An old man with a hat is reading a newspaper on a bench."
ORDERS = "The dog loves the cat.", "The cat loves the dog."
HORSE = "A man is riding a brown horse on the beach."


def test_there_are_lectures_of_8_to_45_minutes_the_shortest_first():
    assert [one.minutes for one in ENGLISH.values()] == [8, 8, 8, 8, 8, 10, 10, 20, 45]
    for one in ENGLISH.values():  # about one to two minutes each
        assert one.minutes / 3 < len(one.playlist.entries) <= one.minutes
    pages = [entry.page for entry in ENGLISH["attention"].playlist.entries]
    assert list(dict.fromkeys(pages)) == ["bottleneck", "heads", "inside", "mask", "order", "words"]


def test_the_french_has_the_same_views_with_french_titles_and_notes():
    assert list(FRENCH) == list(ENGLISH)
    for name, one in ENGLISH.items():
        other = FRENCH[name]
        assert other.minutes == one.minutes
        pairs = zip(one.playlist.entries, other.playlist.entries, strict=True)
        for entry, translated in pairs:
            assert (translated.page, translated.parameters) == (entry.page, entry.parameters)
            assert translated.title != entry.title
            assert translated.notes != entry.notes


def test_a_lecture_without_a_translation_is_in_english(tmp_path, monkeypatch):
    folder = tmp_path / "en/lectures"
    folder.mkdir(parents=True)
    (folder / "5-short.md").write_text("# S\nMinutes: 5\n## One\n[show](mask)\nText.\n", "utf-8")
    monkeypatch.setattr("viz.base.language._TEXTS_FOLDER", tmp_path)
    one = lectures.__wrapped__("fr")["short"]
    assert (one.title, one.minutes) == ("S", 5)
    assert one.playlist.entries == (PlaylistEntry("mask", (), "One", "Text."),)


@pytest.mark.parametrize("one", [*ENGLISH.values(), *FRENCH.values()], ids=lambda one: one.title)
def test_titles_fit_one_line_of_a_slide_and_differ(one):
    titles = [entry.title for entry in one.playlist.entries]
    assert len(set(titles)) == len(titles)
    assert max(map(len, titles)) <= 84


@pytest.mark.slow
@pytest.mark.parametrize("entry", VIEWS.values(), ids=VIEWS)
def test_a_view_is_read_as_it_is_written(entry):
    """Its address has all of its parameters: else its title would not stand above it."""
    page, runner = PAGES[entry.page], PlainRunner("cpu")
    parameters = dict(entry.parameters)
    reading = read_settings(page.computation.settings, parameters, runner, page.example)
    assert not reading.refusals
    view = reading.settings.view
    assert parameters.items() <= write_address(view, [reading]).items()
    short = write_short(view, [reading], runner, page.example)
    assert short.keys() & _TITLED <= parameters.keys()


def said(words: str) -> None:
    """Assert that a title or the notes of a lecture say so."""
    texts = (f"{entry.title} {' '.join(entry.notes.split())}" for entry in ENTRIES)
    assert any(words in text for text in texts), words


def shown(start: str):
    """Return the content of the view whose title starts so."""
    [entry] = [view for title, view in VIEWS.items() if title.startswith(start)]
    return content_at(PAGES[entry.page].computation, dict(entry.parameters))


def following(
    stack: str, model: str, layer: int, head: int, by: int, sentence: str, count: int | None = None
) -> int:
    """How many of the first `count` words, or of all, attend most to that `by` places on."""
    weights = trace(sentence, model).attention[stack].weights[layer - 1, head - 1, :count]
    return sum(int(row.argmax()) == place + by for place, row in enumerate(weights))


def first(model: str) -> list[str]:
    return [row.text for row in shown("What comes next?").rows[model].shown[:2]]


def by_length(model: str) -> list[float]:
    return [group["bleu"] for group in shown("The bottleneck").by_length[model]]


def ends_of_captions() -> tuple:
    groups = shown("The bottleneck").by_length["seq2seq"]
    return groups[0]["least_words"], groups[0]["most_words"], groups[-1]["least_words"]


def seen(text: str) -> dict[str, int | None]:
    """How often the ends of a text were seen in training."""
    entry = PlaylistEntry("next", (("sentence", text), ("next-look", "counts")), "")
    content = content_at(PAGES["next"].computation, dict(entry.parameters))
    return {ending.text: ending.seen for ending in content.endings}


def nearest_with_its_meaning(start: str) -> int:
    """In how many sentences of a map of a word the nearest other has the same meaning."""
    content = shown(start)
    vectors = content.states[content.step].astype(float)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T - 2 * np.eye(len(unit))
    meanings = np.array(content.written_meanings)
    return int((meanings[cosines.argmax(1)] == meanings).sum())


def dearer_than_an_lstm(positions: int) -> bool:
    cost = table1.measured()
    place = list(cost.n).index(positions), list(cost.d).index(256)
    return cost.milliseconds["self-attention"][place] > cost.milliseconds["recurrent"][place]


def without(*heads: tuple[str, int, int]) -> str:
    return written(DOG, what_if=WhatIf(silenced=heads))


NO_POSITIONS = WhatIf(positions="off")
LAST_TWO = tuple(("cross", layer, head) for layer in (2, 3) for head in range(4))
TIRED = "The animal didn't cross the street because it was too tired."


def best_words(layer: int) -> set[str]:
    return {words[0] for words in shown("What would each layer").lens.words[layer]}


def patched(address: str) -> str:
    what_if, refused = read_what_if({"patch": address})
    assert not refused
    return written("He is tired.", what_if=what_if)


CLAIMS = {
    "The same head is off, and the French stays the same": lambda: (
        without(("cross", 3, 0)) == written(DOG)
    ),
    "The French becomes “elle était trop fatiguée”": lambda: (
        "elle était trop fatiguée" in written(TIRED, what_if=WhatIf(silenced=(("encoder", 2, 1),)))
        and "il était trop fatigué" in written(TIRED)
    ),
    "Layer 3 drafts “grand” and “est”, the last layer writes “gros” and “dort”": lambda: (
        {"grand", "est"} <= best_words(3) and {"gros", "dort"} <= best_words(4)
    ),
    "The French becomes “Elle est fatiguée”": lambda: (
        patched("2-1-1:She%20is%20tired.") == "Elle est fatiguée."
    ),
    "The row of the pronoun is full, that of “tired” is empty": lambda: all(
        (shares[:, 0] > 0.9).all() and (abs(shares[:, 2]) < 0.1).all()
        for shares in (
            of("transformer").patch(Request("transformer", one), other).shares
            for one, other in (
                ("He is tired.", "She is tired."),
                ("She is tired.", "He is tired."),
            )
        )
    ),
    "A unigram gives both orders the same probability": lambda: (
        abs(np.diff([one.log_probability for one in shown("A unigram gives").products])) < 1e-9
    ),
    "how often “for” came, and how often “class” followed": lambda: (
        shown("A bigram counts").products[0].factors[-1].text == "class"
        and bool(shown("A bigram counts").products[0].factors[-1].fractions)
    ),
    "The dog stands before the window": lambda: (
        "dog" in shown("A window of").beyond_window
        and "dog" not in shown("A window of").products[0].factors[-1].given
    ),
    "Germany is to Berlin as France is to Paris": lambda: (
        shown("Germany is to").answers[0][0] == "paris"
    ),
    "this gate lets about a third pass": lambda: (
        abs(float(shown("The forget gate").trace.gates["encoder forward"].forget[2, 24]) - 1 / 3)
        < 0.05
    ),
    "nearly all of the gradient arrives": lambda: shown("In this unit").cells[0, 30] > 0.95,
    "In the median unit much less arrives": lambda: np.median(shown("In this unit").cells[0]) < 0.1,
    "the verdict is contradiction": lambda: (
        shown("The same words").verdict.label == "contradiction"
        and round(shown("The same words").glove_cosine, 4) == 1
    ),
    "“controls” gives the most": lambda: (
        shown("Max pooling")
        .readings[0]
        .words[int(shown("Max pooling").readings[0].shares.argmax())]
        == "controls"
    ),
    "The intervals of InferSent and of the mean of word vectors overlap": lambda: (
        shown("Beside people").correlations["glove"].low
        < shown("Beside people").correlations["infersent"].high
        and shown("Beside people").correlations["infersent"].low
        < shown("Beside people").correlations["glove"].high
    ),
    "group to group, from 51 for captions of 1–6 words to 17 for those of 19 and more": lambda: (
        by_length("seq2seq") == sorted(by_length("seq2seq"), reverse=True)
        and [round(by_length("seq2seq")[place]) for place in (0, -1)] == [51, 17]
        and ends_of_captions() == (1, 6, 19)
    ),
    "BLEU falls from 51 to 17": lambda: (
        [round(by_length("seq2seq")[place]) for place in (0, -1)] == [51, 17]
    ),
    "The BiLSTM with attention stays between 50 and 67": lambda: (
        [round(one(by_length("bilstm-additive"))) for one in (min, max)] == [50, 67]
    ),
    "one unit remembers, one counts, one forgets": lambda: (
        {one.role for one in shown("What an LSTM keeps").telling} == {"keeps", "counts", "follows"}
    ),
    "“students opened their” was never seen": lambda: (
        not seen("The students opened their")["students opened their"]
        and bool(seen("The students opened their")["opened their"])
    ),
    "the LSTM is ahead, with 13": lambda: (
        min(
            (round(score.perplexity), name) for name, score in shown("How surprised").scores.items()
        )
        == (13, "lstm-lm")
    ),
    "from both sides its first guesses are colours": lambda: (
        {"brown", "white", "black"} <= set(shown("The riddle").guesses["both"].words[:4])
    ),
    "15% of the words, of these 80% masked": lambda: (
        (masking.SHARE, masking._AS_MASK) == (0.15, 0.8)
    ),
    "A hundred sentences with “left”": lambda: (
        len({occurrence.sentence for occurrence in shown("“left” before").occurrences}) == 100
    ),
    "In 92 of them the nearest other “left” means the same": lambda: (
        nearest_with_its_meaning("Embedding projection") == 92
    ),
    "seq2seq forgets the bench": lambda: "banc" not in written(BENCH, "seq2seq"),
    "Both models with attention keep the bench": lambda: all(
        "banc" in written(BENCH, model) for model in ("bilstm-additive", "transformer")
    ),
    "chien looks back at “dog”, rouge at “red”": lambda: all(
        weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, french, english) > 0.5
        for french, english in (("chien", "dog"), ("rouge", "red"))
    ),
    "“red” gets 89%": lambda: round(weight(trace(DOG), "cross", 3, 1, "rouge", "red"), 2) == 0.89,
    "this one aligns French with English": lambda: looks(
        "cross", 3, 1, "chien>dog", "rouge>red", "dort>sleeping", "lit>bed"
    ),
    "7 of 8 attend most to the word after them": lambda: (
        following("encoder", "transformer", 3, 3, 1, DOG, 8) == 7
    ),
    "without the aligning head, the same French": lambda: without(("cross", 2, 0)) == written(DOG),
    "without the heads of layers 3 and 4, no dog and no bed": lambda: (
        not any(word in without(*LAST_TWO) for word in ("chien", "lit"))
    ),
    "One head can be replaced, even one layer": lambda: all(
        without(*(("cross", layer, head) for head in range(4))) == written(DOG)
        for layer in range(4)
    ),
    "Without the mask: chien looks at rouge": lambda: (
        weight(
            trace(*RED, WhatIf(mask="none")),
            *("decoder", 3, 3, "chien", "rouge"),
        )
        > 0.6
    ),
    "The French is then the same for both": lambda: (
        len({written(order, what_if=NO_POSITIONS) for order in ORDERS}) == 1
        and len({written(order) for order in ORDERS}) == 2
    ),
    "“The” gives “dog” more than nine tenths of its weight": lambda: (
        weight(trace(DOG), "encoder", 4, 3, "The", "dog") > 0.9
    ),
    "this head rests on the start, <s>": lambda: looks(
        "decoder", 1, 1, "Le><s>", "gros><s>", "rouge><s>", "dort><s>", "sur><s>"
    ),
    "GPT, LSTM and 4-gram expect grass, then snow": lambda: all(
        first(model) == ["grass", "snow"] for model in ("gpt", "lstm-lm", "4-gram")
    ),
    "“dog” follows “big red” 2 times in 29": lambda: any(
        (ending.text, ending.seen, ending.followers.get("dog")) == ("big red", 29, 2)
        for ending in shown("Count, then divide").endings
        if ending.seen
    ),
    "“was late for the” was seen 5 times": lambda: any(
        (ending.text, ending.seen) == ("was late for the", 5)
        for ending in shown("Counts run dry").endings
    ),
    "The 4-gram falls back on “opened their” and says eyes": lambda: (
        [shown("What no count knows").rows[model].shown[0].text for model in ("4-gram", "gpt")]
        == ["eyes", "books"]
    ),
    "Perplexity 14 for GPT, 26 for the 4-gram": lambda: (
        [round(shown("How surprised").scores[model].perplexity) for model in ("gpt", "4-gram")]
        == [14, 26]
    ),
    "in all 24 heads": lambda: of("gpt").attention_sizes["decoder"] == (6, 4),
    "“dog”, nine words back, 0.43 of its weight": lambda: (
        round(
            float(shown("A head that looks back").trace.attention["decoder"].weights[5, 1, 14, 5]),
            2,
        )
        == 0.43
    ),
    "from 1,024 positions on, more than an LSTM": lambda: (
        [dearer_than_an_lstm(positions) for positions in (256, 512, 1024, 2048, 4096)]
        == [False, False, True, True, True]
    ),
    "BERT is an encoder: this head looks at the next word": lambda: (
        following("encoder", "bert", 1, 2, 1, HORSE) >= 11
    ),
    "And this head of BERT looks at the word before": lambda: (
        following("encoder", "bert", 1, 3, -1, HORSE) >= 9
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("words", CLAIMS)
def test_what_a_lecture_says_is_true(words):
    said(words)
    assert CLAIMS[words]()


def test_a_title_with_a_number_has_a_claim():
    for entry in ENTRIES:
        text = f"{entry.title} {' '.join(entry.notes.split())}"
        if re.search(r"\d", entry.title):
            assert any(words in text for words in CLAIMS), entry.title


def test_a_name_of_a_model_or_a_number_in_a_french_title_is_that_of_the_english_one():
    for name, one in ENGLISH.items():
        pairs = zip(one.playlist.entries, FRENCH[name].playlist.entries, strict=True)
        for entry, translated in pairs:
            numbers = re.findall(r"\b\d+\b", entry.title)
            assert re.findall(r"\b\d+\b", translated.title)[: len(numbers)] == numbers
