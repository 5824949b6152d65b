"""Example sentences."""

# English sentences of the lectures, each with a French reference translation or "". The reference
# is given where the page should not depend on what a model writes.
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
}
EXAMPLE = next(iter(EXAMPLES))
