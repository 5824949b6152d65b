"""Answers of pretrained models go over the wire like those of our models."""

import pytest

from tests.models.serving.exact import assert_all_arrive


@pytest.mark.parametrize("family", ["bert", "llama", "t5"])
def test_every_answer_of_a_pretrained_model_arrives_to_the_last_bit(pretrained, family):
    assert_all_arrive(pretrained(family))
