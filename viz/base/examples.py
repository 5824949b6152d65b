"""Example sentences."""

# English sentences of the lectures, and one as long as their longest, each with a French reference
# translation or "". The reference is given where the page should not depend on what a model writes.
EXAMPLES = {
    "The big red dog is sleeping on the bed.": "",
    "The big red dog": "Le gros chien rouge",
    # Bahdanau et al. 2015, figure 3
    "The agreement on the European Economic Area was signed in August 1992.": (
        "L'accord sur la zone économique européenne a été signé en août 1992."
    ),
    "The animal didn't cross the street because it was too tired.": "",
    "The human controls the machine.": "L'homme contrôle la machine.",
    "I'm going to study math instead of English.": "",
    "Two young girls are playing with a ball in the green park.": "",
    # 30 words
    "A young man in a blue shirt and a woman with brown hair are sitting on a bench in the park "
    "while their dog is playing with a red ball.": "",
    # 117 words: more than any model read in training. Rudyard Kipling, The Jungle Book, 1894
    "A great roofless palace crowned the hill, and the marble of the courtyards and the fountains "
    "was split, and stained with red and green, and the very cobblestones in the courtyard where "
    "the king's elephants used to live had been thrust up and apart by grasses and young trees. "
    "From the palace you could see the rows and rows of roofless houses that made up the city "
    "looking like empty honeycombs filled with blackness; the shapeless block of stone that had "
    "been an idol in the square where four roads met; the pits and dimples at street corners where "
    "the public wells once stood, and the shattered domes of temples with wild figs sprouting on "
    "their sides.": "",
}
EXAMPLE = next(iter(EXAMPLES))
