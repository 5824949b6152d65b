"""The word lists of the classic tests of word vectors, as in their papers."""

from dataclasses import dataclass
from typing import NamedTuple

# The ten pairs that span the gender direction, female first (Bolukbasi et al. 2016, section 5.1).
DEFINITIONAL_PAIRS = (
    ("woman", "man"),
    ("girl", "boy"),
    ("she", "he"),
    ("mother", "father"),
    ("daughter", "son"),
    ("gal", "guy"),
    ("female", "male"),
    ("her", "his"),
    ("herself", "himself"),
    ("Mary", "John"),
)

# Percentage of women in US occupations, from the Bureau of Labor Statistics as collected by Zhao et
# al. 2018 (WinoBias), who do not state the year. Five names of the statistics are rare or
# ambiguous; these occupations are named as in the sentences of WinoBias: mechanic (mechanician),
# designer, counselor and hairdresser (each in the plural), tailor (sewer). The fortieth,
# construction worker, is left out because it is not one word.
WOMEN_PERCENT = {
    "carpenter": 2,
    "mechanic": 4,
    "laborer": 4,
    "driver": 6,
    "sheriff": 14,
    "mover": 18,
    "developer": 20,
    "farmer": 22,
    "guard": 22,
    "chief": 27,
    "janitor": 34,
    "lawyer": 35,
    "cook": 38,
    "physician": 38,
    "ceo": 39,
    "analyst": 41,
    "manager": 43,
    "supervisor": 44,
    "salesperson": 48,
    "editor": 52,
    "designer": 54,
    "accountant": 61,
    "auditor": 61,
    "writer": 63,
    "baker": 65,
    "clerk": 72,
    "cashier": 73,
    "counselor": 73,
    "attendant": 76,
    "teacher": 78,
    "tailor": 80,
    "librarian": 84,
    "assistant": 85,
    "cleaner": 89,
    "housekeeper": 89,
    "nurse": 90,
    "receptionist": 90,
    "hairdresser": 92,
    "secretary": 95,
}


class WordList(NamedTuple):
    name: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class AssociationTest:
    """Is the first target more like the first attribute than the second target is?"""

    number: int  # in the paper, from 1
    title: str
    targets: tuple[WordList, WordList]  # equally many words
    attributes: tuple[WordList, WordList]


def _words(name: str, text: str) -> WordList:
    return WordList(name, tuple(text.split()))


_PLEASANT = _words(
    "Pleasant",
    """
    caress freedom health love peace cheer friend heaven loyal pleasure diamond gentle honest
    lucky rainbow diploma gift honor miracle sunrise family happy laughter paradise vacation""",
)
_UNPLEASANT = _words(
    "Unpleasant",
    """
    abuse crash filth murder sickness accident death grief poison stink assault disaster hatred
    pollute tragedy divorce jail poverty ugly cancer kill rotten vomit agony prison""",
)
_UNPLEASANT_OF_NAMES = _words(
    "Unpleasant",
    """
    abuse crash filth murder sickness accident death grief poison stink assault disaster hatred
    pollute tragedy bomb divorce jail poverty ugly cancer evil kill rotten vomit""",
)
_PLEASANT_8 = _words("Pleasant", "joy love peace wonderful pleasure friend laughter happy")
_UNPLEASANT_8 = _words("Unpleasant", "agony terrible horrible nasty evil war awful failure")
_APPLICANTS = (
    _words(
        "European American names",
        """
        Brad Brendan Geoffrey Greg Brett Matthew Neil Todd Allison Anne Carrie Emily Jill Laurie
        Meredith Sarah""",
    ),
    _words(
        "African American names",
        """
        Darnell Hakim Jermaine Kareem Jamal Leroy Rasheed Tyrone Aisha Ebony Keisha Kenya
        Lakisha Latoya Tamika Tanisha""",
    ),
)

# Table 1 and supplement of Caliskan, Bryson & Narayanan 2017, without the names that the paper
# drops from tests 3 to 5.
ASSOCIATION_TESTS = (
    AssociationTest(
        1,
        "Flowers and insects",
        (
            _words(
                "Flowers",
                """
            aster clover hyacinth marigold poppy azalea crocus iris orchid rose bluebell
            daffodil lilac pansy tulip buttercup daisy lily peony violet carnation gladiola
            magnolia petunia zinnia""",
            ),
            _words(
                "Insects",
                """
            ant caterpillar flea locust spider bedbug centipede fly maggot tarantula bee
            cockroach gnat mosquito termite beetle cricket hornet moth wasp blackfly dragonfly
            horsefly roach weevil""",
            ),
        ),
        (_PLEASANT, _UNPLEASANT),
    ),
    AssociationTest(
        2,
        "Instruments and weapons",
        (
            _words(
                "Instruments",
                """
            bagpipe cello guitar lute trombone banjo clarinet harmonica mandolin trumpet bassoon
            drum harp oboe tuba bell fiddle harpsichord piano viola bongo flute horn saxophone
            violin""",
            ),
            _words(
                "Weapons",
                """
            arrow club gun missile spear axe dagger harpoon pistol sword blade dynamite hatchet
            rifle tank bomb firearm knife shotgun teargas cannon grenade mace slingshot whip""",
            ),
        ),
        (_PLEASANT, _UNPLEASANT),
    ),
    AssociationTest(
        3,
        "European and African American names, 32 each",
        (
            _words(
                "European American names",
                """
            Adam Harry Josh Roger Alan Frank Justin Ryan Andrew Jack Matthew Stephen Brad Greg
            Paul Jonathan Peter Amanda Courtney Heather Melanie Katie Betsy Kristin Nancy
            Stephanie Ellen Lauren Colleen Emily Megan Rachel""",
            ),
            _words(
                "African American names",
                """
            Alonzo Jamel Theo Alphonse Jerome Leroy Torrance Darnell Lamar Lionel Tyree Deion
            Lamont Malik Terrence Tyrone Lavon Marcellus Wardell Nichelle Shereen Ebony Latisha
            Shaniqua Jasmine Tanisha Tia Lakisha Latoya Yolanda Malika Yvette""",
            ),
        ),
        (_PLEASANT, _UNPLEASANT_OF_NAMES),
    ),
    AssociationTest(
        4,
        "European and African American names, 16 each",
        _APPLICANTS,
        (_PLEASANT, _UNPLEASANT_OF_NAMES),
    ),
    AssociationTest(
        5,
        "European and African American names, other attributes",
        _APPLICANTS,
        (_PLEASANT_8, _UNPLEASANT_8),
    ),
    AssociationTest(
        6,
        "Career and family",
        (
            _words("Male names", "John Paul Mike Kevin Steve Greg Jeff Bill"),
            _words("Female names", "Amy Joan Lisa Sarah Diana Kate Ann Donna"),
        ),
        (
            _words(
                "Career",
                "executive management professional corporation salary office business career",
            ),
            _words("Family", "home parents children family cousins marriage wedding relatives"),
        ),
    ),
    AssociationTest(
        7,
        "Math and arts",
        (
            _words("Math", "math algebra geometry calculus equations computation numbers addition"),
            _words("Arts", "poetry art dance literature novel symphony drama sculpture"),
        ),
        (
            _words("Male terms", "male man boy brother he him his son"),
            _words("Female terms", "female woman girl sister she her hers daughter"),
        ),
    ),
    AssociationTest(
        8,
        "Science and arts",
        (
            _words(
                "Science", "science technology physics chemistry Einstein NASA experiment astronomy"
            ),
            _words("Arts", "poetry art Shakespeare dance literature novel symphony drama"),
        ),
        (
            _words("Male terms", "brother father uncle grandfather son he his him"),
            _words("Female terms", "sister mother aunt grandmother daughter she hers her"),
        ),
    ),
    AssociationTest(
        9,
        "Mental and physical disease",
        (
            _words("Mental disease", "sad hopeless gloomy tearful miserable depressed"),
            _words("Physical disease", "sick illness influenza disease virus cancer"),
        ),
        (
            _words(
                "Temporary", "impermanent unstable variable fleeting short-term brief occasional"
            ),
            _words("Permanent", "stable always constant persistent chronic prolonged forever"),
        ),
    ),
    AssociationTest(
        10,
        "Young and old people's names",
        (
            _words("Young people's names", "Tiffany Michelle Cindy Kristy Brad Eric Joey Billy"),
            _words(
                "Old people's names", "Ethel Bernice Gertrude Agnes Cecil Wilbert Mortimer Edgar"
            ),
        ),
        (_PLEASANT_8, _UNPLEASANT_8),
    ),
)
