"""The next word on the front page, after any place of what a model has written."""

from viz.pages.heads.compute import COMPUTATION
from viz.view.runner import plain_runner
from viz.view.settings import read

SENTENCE = "the red dog and the black cat and the red dog"  # its continuation is 1 token fewer anew


def test_the_next_word_is_asked_for_after_every_place_that_the_model_has_written():
    runner = plain_runner("cpu")

    def content_at(place: str):
        parameters = {"model": "gpt", "sentence": SENTENCE, "next-after": place}
        reading = read(COMPUTATION.settings, parameters, runner)
        assert not reading.refusals
        return COMPUTATION.compute(reading.settings, runner)

    trace = content_at("1").trace
    following = [*trace.decoder_input[1:], trace.predicted[-1]]
    for place in range(trace.prompt_length, len(following)):  # the model's own: the most probable
        assert content_at(str(place + 1)).next_words.words[0] == following[place]
