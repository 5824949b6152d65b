"""The next word on the front page, at any place of a model's text."""

import pytest

from tests.contents import content_at
from viz.pages.heads.compute import COMPUTATION

# Tokenized again, its continuation has one token fewer.
SENTENCE = "the red dog and the black cat and the red dog"


@pytest.mark.slow
def test_the_next_word_is_asked_for_after_every_place_that_the_model_has_written():
    address = {"model": "gpt", "sentence": SENTENCE}
    trace = content_at(COMPUTATION, address).trace
    following = [*trace.decoder_input[1:], trace.predicted[-1]]
    # The model's own words: the most probable.
    for place in range(trace.prompt_length, len(following)):
        content = content_at(COMPUTATION, address | {"next-after": str(place + 1)})
        assert content.next_words.words[0] == following[place]
