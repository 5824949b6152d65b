from functools import reduce
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from models.store.tokenizer import BYTES, SPACE, SPECIALS, Tokenizer

TEXTS = [
    "",
    "a",
    " ",
    "   ",
    "I am tired.",
    " leading",
    "trailing ",
    "two  spaces",
    "  both   sides  ",
    "tab\tand\nnew\r\nline\n",
    "L'herbe n'est-elle pas verte ? J’ai dit « oui » !",
    "Tom's dog doesn't, can't, won't.",
    "«\xa0insécable\u202f»",
    "3.14 and 1,000",
    "👩‍👩‍👧 🇫🇷 👍🏽",
    "مرحبا بالعالم",
    "你好,世界",
    "日本語",
    "e\u0301 o\u0308\u0323 \u0301",
    "zero\u200bwidth\u200d\ufeff",
    "\u202eright to left",
    "NUL\0in\0side",
    "\0",
    "\x07\x1b[31m",
    "\x85\u2028\u2029",
    "<b>HTML</b> &amp; <script>alert('x')</script>",
    "</s>",
    "<s> a </s> <pad>",
    "<0x41>",
    "<0x41><0xFF>",
    "$x$ **b** :red[x] \\frac{1}{2}",
    "\N{REPLACEMENT CHARACTER}",
    "␣",
    "\U0010ffff",
    "a" * 1000,
]
ALPHABET = sorted(set("".join(TEXTS))) + [" "] * 20 + list("aeinst'’.") * 3


def with_examples(check):
    """Decorate a property test to try each of TEXTS too."""
    return reduce(lambda checked, text: example(text)(checked), TEXTS, check)


# Any text, often with our own signs; typed text has no lone surrogates.
any_text = some.lists(some.text() | some.sampled_from(ALPHABET), max_size=30).map("".join)


@pytest.fixture(params=["shipped", "tiny", "characters"], scope="module")
def tokenizer(request):
    if request.param == "shipped":
        return request.getfixturevalue("model").tokenizer
    if request.param == "characters":
        return Tokenizer.of_characters(["The dog is on a bed, isn't it?"], 400)
    return Tokenizer.train(
        ["The dog is on the bed.", "Le chien n'est pas dans l'herbe.", "Don't!"] * 3, 320
    )


WITH_MERGES = pytest.mark.parametrize("tokenizer", ["shipped", "tiny"], indirect=True)


def words(tokenizer, text):
    """Return the text of each word, put together from the spans of its tokens."""
    spans = {}
    for token in tokenizer.show(tokenizer.encode(text)):
        start, _ = spans.get(token.word, (token.start, None))
        spans[token.word] = start, token.end
    return [text[start:end].strip(" ") for start, end in spans.values()]


@pytest.mark.slow
def test_any_text_comes_back_character_for_character(tokenizer):
    @given(any_text)
    @with_examples
    def check(text):
        assert tokenizer.decode(tokenizer.encode(text)) == text

    check()


@pytest.mark.slow
def test_a_segmentation_drawn_without_dropout_is_the_usual_one(tokenizer):
    @given(any_text)
    @with_examples
    def check(text):
        assert tokenizer.sample(text, 0.0, Random(0)) == tokenizer.encode(text)

    check()


@pytest.mark.parametrize("dropout", [0.1, 0.5, 1.0])
def test_every_segmentation_drawn_says_the_same_text(tokenizer, dropout):
    for text in TEXTS:
        assert tokenizer.decode(tokenizer.sample(text, dropout, Random(text))) == text


@WITH_MERGES
def test_segmentations_differ_by_their_draw_alone(tokenizer):
    text = "The dog is on the bed."
    draws = [tuple(tokenizer.sample(text, 0.3, Random(seed))) for seed in range(20)]
    assert len({*draws}) > 5
    assert draws[3] == tuple(tokenizer.sample(text, 0.3, Random(3)))
    assert min(map(len, draws)) >= len(tokenizer.encode(text))
    assert len(tokenizer.sample(text, 1.0, Random(0))) == len(" " + text)


@WITH_MERGES
def test_a_merge_is_left_out_as_often_as_asked(tokenizer):
    """Of a word of one merge, every tenth is left in two pieces."""
    (first, second) = tokenizer.to_parts()[1][0]
    word = (first + second).lstrip()
    draws = [tokenizer.sample(first + second, 0.1, Random(seed)) for seed in range(2000)]
    whole = min(map(len, draws))
    assert word
    assert 0.07 < sum(len(ids) > whole for ids in draws) / 2000 < 0.3


def test_a_batch_is_encoded_like_each_text_alone(tokenizer):
    assert tokenizer.encode_batch(TEXTS) == [tokenizer.encode(text) for text in TEXTS]


def test_typed_special_tokens_stay_text(tokenizer):
    specials = {tokenizer.padding_id, tokenizer.begin_id, tokenizer.end_id}
    assert len(specials) == 3
    for text in (*SPECIALS, *(f"a{special} b" for special in SPECIALS)):
        assert not specials & set(tokenizer.encode(text))
    assert tokenizer.backend.token_to_id("<0x41>") not in tokenizer.encode("<0x41>")


def test_special_tokens_say_nothing(tokenizer):
    ids = tokenizer.encode("a cat")
    assert (
        tokenizer.decode([tokenizer.begin_id, *ids, tokenizer.end_id, tokenizer.padding_id])
        == "a cat"
    )


@pytest.mark.parametrize(
    "text, parts",
    [
        ("L'herbe", ["L'", "herbe"]),
        ("n'ai", ["n'", "ai"]),
        ("J’aime qu’il lit.", ["J’", "aime", "qu’", "il", "lit", "."]),
        ("don't", ["do", "n't"]),
        ("can't, Tom's I'm", ["ca", "n't", ",", "Tom", "'s", "I", "'m"]),
        ("aujourd'hui", ["aujourd'hui"]),
        ("lit. (lit) lit!?", ["lit", ".", "(", "lit", ")", "lit", "!", "?"]),
        ("vas-tu", ["vas", "-", "tu"]),
        ("été cafe\u0301", ["été", "cafe\u0301"]),
    ],
)
def test_elided_words_and_punctuation_are_words_of_their_own(tokenizer, text, parts):
    assert words(tokenizer, text) == parts


def test_the_first_word_is_the_same_token_as_elsewhere(tokenizer):
    once = tokenizer.encode("the cat")
    assert tokenizer.encode("the cat the cat") == once * 2


@pytest.mark.slow
def test_every_token_knows_its_place_in_the_sentence(tokenizer):
    @given(any_text)
    @with_examples
    def check(text):
        tokens = tokenizer.show(tokenizer.encode(text))
        for token in tokens:
            assert 0 <= token.start <= token.end <= len(text)
            if token.text == SPACE:
                assert text[token.start : token.end] in ("", " ", SPACE)
            elif token.text not in BYTES:
                assert text[token.start : token.end] == token.text
        covered = {place for token in tokens for place in range(token.start, token.end)}
        assert all(place in covered for place, character in enumerate(text) if character != " ")
        assert [token.start for token in tokens] == sorted(token.start for token in tokens)
        assert [token.word for token in tokens] == sorted(token.word for token in tokens)

    check()


@pytest.mark.slow
def test_whatever_a_network_writes_has_its_place_in_the_text(tokenizer):
    # Also special tokens and stray bytes.
    any_id = some.integers(0, len(tokenizer) - 1) | some.integers(0, 269)

    @given(some.lists(any_id, max_size=12))
    def check(ids):
        text, tokens = tokenizer.decode(ids), tokenizer.show(ids)
        assert len(tokens) == len(ids)
        for index, token in zip(ids, tokens):
            assert token.text == tokenizer.name(index)
            if token.text in SPECIALS:
                assert token.start == token.end <= len(text)
            elif token.text not in (SPACE, *BYTES):
                assert text[token.start : token.end] == token.text
        assert [token.word for token in tokens] == sorted(token.word for token in tokens)

    check()


def test_the_bytes_of_one_rare_character_share_its_place(tokenizer):
    tokens = [token for token in tokenizer.show(tokenizer.encode("a 🦊 b")) if token.text in BYTES]
    assert [(token.text, token.start, token.end) for token in tokens] == [
        ("<0xF0>", 2, 3),
        ("<0x9F>", 2, 3),
        ("<0xA6>", 2, 3),
        ("<0x8A>", 2, 3),
    ]


def test_bytes_of_half_a_character_are_tokens_of_their_word_and_no_text(tokenizer):
    bytes_of_euro = [tokenizer.backend.token_to_id(f"<0x{byte:02X}>") for byte in "€".encode()]
    assert tokenizer.decode(bytes_of_euro) == "€"
    ids = tokenizer.encode("a") + bytes_of_euro[:2] + tokenizer.encode("a")
    assert tokenizer.decode(ids) == "a a"
    tokens = tokenizer.show(ids)
    before, after = tokens[: len(tokens) // 2 - 1], tokens[len(tokens) // 2 + 1 :]
    half = tokens[len(before) : len(before) + 2]
    assert [(token.start, token.end, token.word) for token in half] == [(1, 1, 0)] * 2
    assert (before[-1].word, after[-1].word) == (0, 1)
    assert tokenizer.decode(bytes_of_euro[1:]) == ""


def test_a_saved_tokenizer_reads_the_same(tokenizer, tmp_path):
    tokenizer.save(tmp_path / "tokenizer.json")
    again = Tokenizer.load(tmp_path / "tokenizer.json")
    assert len(again) == len(tokenizer)
    assert again.encode_batch(TEXTS) == tokenizer.encode_batch(TEXTS)


def test_characters_are_tokens_and_the_rarest_that_do_not_fit_are_bytes():
    texts = ["aab b\n", "“a” ê"]
    whole = Tokenizer.of_characters(texts, 400)
    assert [whole.name(index) for index in whole.encode("b “\n")] == [SPACE, "b", SPACE, "“", "\n"]
    assert len(whole) == 3 + 256 + len({*"".join(texts)})
    few = Tokenizer.of_characters(texts, 3 + 256 + 3)
    assert [few.name(index) for index in few.encode("aê b")] == [
        SPACE,
        "a",
        "<0xC3>",
        "<0xAA>",
        SPACE,
        "b",
    ]
    assert few.decode(few.encode("aê b")) == "aê b"


def test_training_twice_gives_the_same_vocabulary():
    first, second = (
        Tokenizer.train(["the cat sees the dog", "le chat voit le chien"] * 5, 300)
        for _ in range(2)
    )
    assert first.backend.to_str() == second.backend.to_str()


def test_common_words_stay_whole(model):
    english = (
        "the big red dog is sleeping on bed animal street because it was too tired man woman "
        "water always nothing"
    )
    french = (
        "le gros chien rouge dort sur lit animal rue parce que était trop fatigué homme femme "
        "eau toujours rien"
    )
    for word in (english + " " + french).split():
        assert len(model.tokenizer.encode(word)) == 1, word
