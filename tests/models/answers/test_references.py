"""Human translations that come with the app."""

from models.answers.references import nearest_reference


def test_of_several_human_translations_the_nearest_is_given():
    english = "The human controls the machine."
    for french in ("L'humain contrôle la machine.", "L'homme contrôle la machine."):
        assert nearest_reference(english, french) == french
    assert nearest_reference(" Attention is all you need.", "") == (
        "L'attention est tout ce dont vous avez besoin."
    )


def test_a_sentence_that_no_list_has_gets_none():
    assert nearest_reference("The zebra reads my newspaper upside down.", "Le zèbre") == ""
