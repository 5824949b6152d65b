"""A profile displays itself in a notebook: what each head does, as a table."""

import re

from models.corpus.labels import labels_of
from models.corpus.profile import read_shipped
from viz.base.language import writing_in
from viz.pages.profiles.words import short_label


def test_a_profile_shows_the_clearest_behaviour_of_each_head_and_prints_a_line():
    profile = read_shipped("transformer")
    bundle = profile._repr_mimebundle_()
    assert bundle["text/plain"] == repr(profile)
    assert repr(profile) == (
        "Profile(transformer; 2,191 sentences; encoder [4, 4]; decoder [4, 4]; cross [4, 4])"
    )
    html = bundle["text/html"]
    cells = re.findall(r"<td [^>]*>([^<]*)</td>", html)
    behaviours = [
        short_label(next(iter(labels), None), "none")
        for stack in profile.stacks.values()
        for labels in labels_of(stack)
    ]
    assert [cell.replace("&lt;", "<").replace("&gt;", ">") for cell in cells] == behaviours
    assert "2,191 sentences" in html
    assert "**" not in html
    with writing_in("fr"):
        assert "Ce que fait chaque tête" in profile._repr_mimebundle_()["text/html"]
