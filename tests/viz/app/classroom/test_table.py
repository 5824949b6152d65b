"""The table of answers: a row for each question, counts and weights, all of it escaped."""

import re
from dataclasses import replace

from tests.viz.app.classroom.exercises import EXERCISE, JUDGEMENT
from viz.app.classroom import Room, draw_tally


def answered_room() -> Room:
    room = Room("CODE2", EXERCISE)
    for place in (2, 2, 2, 0):
        room.answer(room.join(), 1, {0: place})
    room.join()  # a phone without an answer
    return room


def cells_of(html: str) -> list[list[str]]:
    """Return the text of the cells, row by row."""
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", html)
    return [
        [re.sub(r"<[^>]+>", " ", cell).strip() for cell in re.findall(r"<td.*?</td>", row)]
        for row in rows
    ]


def test_cells_hold_counts_and_shares():
    room = answered_room()
    html = draw_tally(EXERCISE, room.tally(), False)
    cells = cells_of(html)
    assert [cell.split() for cell in cells[0]] == [["1", "25%"], [], ["3", "75%"], []]
    assert cells[1] == ["", "", "", ""]
    assert html.count("masked") == 2
    assert "4 of 5 phones" in html
    assert "0.60" not in html
    assert "✓" not in html


def test_the_weights_and_the_largest_come_with_the_reveal():
    html = draw_tally(EXERCISE, answered_room().tally(), True)
    cells = cells_of(html)
    assert [cell.split() for cell in cells[0]] == [
        ["1", "0.10"],
        ["0.20"],
        ["✓", "3", "0.60"],
        ["0.10"],
    ]
    assert html.count('class="best"') == 3  # the second question has a tie
    assert "<strong>0.8 of 2 right</strong>; random guesses get 0.6." in html


def test_words_are_text():
    html = draw_tally(EXERCISE, answered_room().tally(), False)
    assert html.count("&lt;b&gt;") == 2
    assert html.count("<b>") == html.count("</b>")


def test_many_words_stand_upright():
    words = tuple(f"word{number}" for number in range(15))
    long = replace(EXERCISE, words=words, questions=())
    narrow = replace(long, words=words[:14])
    assert 'class="class-answers many"' in draw_tally(long, Room("C", long).tally(), False)
    assert 'class="class-answers"' in draw_tally(narrow, Room("C", narrow).tally(), False)


def test_from_twenty_words_the_columns_share_the_width():
    words = tuple(f"word{number}" for number in range(20))
    long = replace(EXERCISE, words=words, questions=())
    narrow = replace(long, words=words[:19])
    assert 'class="class-answers many crowded"' in draw_tally(long, Room("C", long).tally(), False)
    assert 'class="class-answers many"' in draw_tally(narrow, Room("C", narrow).tally(), False)


def test_questions_with_words_of_their_own_have_them_in_their_cells():
    room = Room("CODE2", JUDGEMENT)
    room.answer(room.join(), 1, {0: 0, 1: 3})
    html = draw_tally(JUDGEMENT, room.tally(), True)
    assert [[cell.split() for cell in row] for row in cells_of(html)] == [
        [["✓", "cat", "1", "0.80"], ["&lt;b&gt;", "0.10"]],
        [["tax", "1", "−0.20"], ["✓", "puppy", "0.70"]],
    ]
    assert "<thead>" not in html
    assert "<strong>1.0 of 2 right</strong>; random guesses get 1.0." in html
    assert "the neighbour, beside a word at random" in html
    assert "width:-" not in html
