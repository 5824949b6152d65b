"""The next word on the front page, at any place of a model's text."""

from viz.pages.heads.compute import COMPUTATION
from viz.view.runner import plain_runner
from viz.view.settings import read

# Tokenized again, its continuation has one token fewer.
SENTENCE = "the red dog and the black cat and the red dog"


def test_the_next_word_is_asked_for_after_every_place_that_the_model_has_written():
    runner = plain_runner("cpu")

    def content_at(place: str):
        parameters = {"model": "gpt", "sentence": SENTENCE, "next-after": place}
        reading = read(COMPUTATION.settings, parameters, runner)
        assert not reading.refusals
        return COMPUTATION.compute(reading.settings, runner)

    trace = content_at("1").trace
    following = [*trace.decoder_input[1:], trace.predicted[-1]]
    # The model's own words: the most probable.
    for place in range(trace.prompt_length, len(following)):
        assert content_at(str(place + 1)).next_words.words[0] == following[place]
