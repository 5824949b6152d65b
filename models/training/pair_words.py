"""The words of the generated pairs of sentences.

The grammar writes no pair for training with the people, animals, machines and verbs of HELD_OUT.
Pairs made of the corpus are not filtered: some have them (`held_out_counts` in `.pairs`).
"""

from typing import NamedTuple


class Words(NamedTuple):
    """The open words of a set of pairs."""

    people: dict[str, str]  # a noun to a more general one, which is no man or woman
    animals: list[str]
    machines: list[str]
    machine_verbs: list[str]  # of VERBS, those that a machine can do and that can be done to it
    verbs: list[str]  # transitive; both sides can be the subject
    general: dict[str, str]  # a verb to one that it implies
    opposites: list[tuple[str, str]]  # verbs that exclude each other
    converses: list[tuple[str, str]]  # "a leads b" is "b follows a"
    symmetric: list[str]  # "a meets b" is "b meets a"
    activities: list[tuple[str, str, str, str]]  # what somebody does, two wider ones, one excluded
    outside: list[str]
    inside: list[str]
    adjectives: list[tuple[str, str]]  # of people and animals, opposites
    comparatives: list[tuple[str, str]]  # opposites
    sides: list[tuple[str, str]]  # prepositions that are each other's converse
    clothes: list[str]
    colours: list[str]
    gifts: list[tuple[str, str]]  # with a more general noun
    details: list[str]  # that may be added and that nothing implies


def words_of(text: str) -> list[str]:
    """Split a text at its spaces and line breaks."""
    return text.split()


def phrases(text: str) -> list[str]:
    """Split a text at "|", wherever its lines break."""
    return [" ".join(phrase.split()) for phrase in text.split("|")]


def of_class(general: str, nouns: str) -> dict[str, str]:
    return dict.fromkeys(nouns.split(), general)


def pairs(text: str) -> list[tuple[str, str]]:
    """Split "big/small old/young" into pairs; "_" stands for a space."""
    rows = [row.replace("_", " ").split("/") for row in text.split()]
    return [(one, other) for one, other in rows]


def rows(text: str) -> list[tuple[str, str, str, str]]:
    """Split lines of four cells."""
    cells = [line.strip().split(" | ") for line in text.strip().split("\n")]
    return [(one, two, three, four) for one, two, three, four in cells]


TRAINED = Words(
    people=of_class("adult", "man woman")
    | of_class("child", "boy girl")
    | of_class(
        "person",
        """doctor teacher farmer soldier nurse sailor singer king queen waiter lawyer painter
        student policeman mother father brother sister uncle aunt neighbor baker
        driver writer prisoner tourist dancer clown prince judge actor priest guest
        customer manager worker mayor president captain minister director editor coach
        leader artist musician poet detective journalist professor officer servant
        stranger visitor victim witness rider winner Anna Peter Mary Paul John Sarah
        Tom Julia""",
    ),
    animals=words_of(
        """dog cat horse cow sheep goat pig bird wolf bear rabbit monkey elephant lion duck
        donkey mouse fox tiger snake camel"""
    ),
    machines=words_of("robot computer car truck ship train camera program"),
    machine_verbs=words_of(
        """follow watch help push carry pull lift find guide stop hit need replace send leave
        miss pass see choose recognize"""
    ),
    verbs=words_of(
        """chase follow watch help call push carry lead teach thank kiss love hear see visit hit
        bite guard pay lift respect pull catch feed find paint interview welcome
        attack threaten save hate protect trust praise invite surprise guide touch hug
        stop beat fear need know hire choose send leave miss pass film recognize
        remember replace kill insult answer ask convince describe disturb
        examine fool harm join judge kick mention notice order question
        remind reward serve shoot shock support tell test understand want warn wound
        accuse fire promote"""
    ),
    general={
        "kiss": "touch",
        "hug": "touch",
        "lift": "touch",
        "push": "touch",
        "beat": "hit",
        "bite": "hurt",
        "save": "help",
        "love": "like",
        "respect": "like",
        "watch": "see",
        "threaten": "warn",
        "guard": "watch",
        "recognize": "know",
        "attack": "fight",
    },
    opposites=pairs(
        """love/hate push/pull praise/criticize attack/protect find/lose hire/fire catch/release
        trust/doubt remember/forget help/harm save/kill pay/rob"""
    ),
    converses=pairs("lead/follow teach/learn_from chase/run_away_from"),
    symmetric=[
        "meet",
        "marry",
        "resemble",
        "talk with",
        "dance with",
        "play with",
        "argue with",
        "agree with",
        "work with",
        "sit next to",
        "stand beside",
    ],
    activities=rows(
        """
        ride a horse | ride an animal | sit on a horse | walk on foot
        ride a bicycle | ride something | move | stand still
        read a book | read something | look at a book | sleep
        read a newspaper | read something | look at a newspaper | sleep
        play the guitar | play an instrument | make music | play the piano
        play the violin | play an instrument | make music | play the drums
        eat an apple | eat fruit | eat something | drink water
        eat a sandwich | eat something | have food | starve
        drink water | drink something | have a drink | eat bread
        drink coffee | drink something | have a drink | drink tea
        drive a car | drive a vehicle | sit in a car | ride a bicycle
        drive a bus | drive a vehicle | sit in a bus | walk on foot
        throw a ball | throw something | use a ball | lie in bed
        kick a ball | kick something | use a ball | sleep
        write a letter | write something | use words | play football
        cook dinner | cook a meal | make food | sleep
        cook soup | cook something | make food | swim
        sing a song | sing | make music | keep silent
        climb a tree | climb something | go up a tree | sit on the ground
        climb a mountain | climb something | go up a mountain | sit at home
        open a door | open something | touch a door | close the door
        close a window | close something | touch a window | open the window
        swim | move in water | be in the water | sit on a chair
        sleep | rest | be asleep | be awake
        run | move | be in motion | stand still
        dance | move | be in motion | lie in bed
        walk | move | be on foot | run
        sit | rest | be seated | stand
        laugh | make a sound | be amused | cry
        cry | have tears | be sad | laugh
        jump | move | leave the ground | sleep
        paint a wall | paint something | use paint | break the wall
        cut the grass | cut something | work | do nothing
        mix the colors | mix something | work | do nothing
        carry a box | carry something | hold a box | carry nothing
        hold an umbrella | hold something | have an umbrella | hold nothing
        buy bread | buy food | buy something | sell bread
        sell flowers | sell plants | sell something | buy flowers
        catch a fish | catch an animal | catch something | catch nothing
        wait for a bus | wait | wait for something | travel by train
        """
    ),
    outside=phrases(
        """in the park|in the street|on the beach|in the garden|in a field|in the forest|
        on a mountain|at the lake|on the road|by the river"""
    ),
    inside=phrases(
        """in the kitchen|in the house|in the office|in the classroom|in the bedroom|
        in the library|in the museum|in a restaurant"""
    ),
    adjectives=pairs(
        """big/small old/young tall/short happy/sad rich/poor strong/weak tired/rested
        loud/quiet wet/dry clean/dirty fast/slow angry/calm lazy/busy"""
    ),
    comparatives=pairs("taller/shorter older/younger bigger/smaller richer/poorer faster/slower"),
    sides=pairs("behind/in_front_of above/below"),
    clothes=words_of("hat coat shirt dress jacket"),
    colours=words_of("red blue green black white yellow"),
    gifts=pairs("book/gift apple/fruit rose/flower letter/message hammer/tool knife/tool"),
    details=phrases(
        """in the morning|on Sunday|with great care|for the first time|after lunch|
        because of the rain|before the storm|for an hour|every day"""
    ),
)

HELD_OUT = Words(
    people=of_class(
        "person",
        """human pilot princess engineer scientist hunter thief butcher dentist monk knight
        cousin chef player champion chemist David Laura Mark Emma""",
    ),
    animals=words_of("goose deer eagle frog whale shark squirrel owl bull"),
    machines=words_of("machine device tractor drone"),
    machine_verbs=words_of("control rescue command draw ignore"),
    verbs=words_of("control rescue hunt blame defend ignore command draw capture arrest"),
    general={"rescue": "help", "hunt": "follow", "arrest": "catch", "capture": "catch"},
    opposites=pairs("accept/reject blame/defend capture/free"),
    converses=pairs("employ/work_for"),
    symmetric=["live with", "travel with", "compete with"],
    activities=rows(
        """
        ride a camel | ride an animal | sit on a camel | walk on foot
        read a magazine | read something | look at a magazine | sleep
        play the flute | play an instrument | make music | play the trumpet
        eat a banana | eat fruit | eat something | drink milk
        drink wine | drink something | have a drink | drink beer
        drive a taxi | drive a vehicle | sit in a taxi | ride a bicycle
        make a cake | make something | prepare food | swim
        write a poem | write something | use words | swim
        climb a wall | climb something | go up a wall | sit on the ground
        throw a stone | throw something | use a stone | sleep
        march | move | be in motion | stand still
        """
    ),
    outside=phrases("in the yard|on a roof|in the desert|at the harbor"),
    inside=phrases("in the cellar|in the bathroom|in a hotel room|in the hospital"),
    adjectives=pairs("polite/rude healthy/sick fat/thin brave/cowardly"),
    comparatives=pairs("heavier/lighter stronger/weaker"),
    sides=pairs("over/under"),
    clothes=words_of("scarf suit sweater"),
    colours=words_of("brown purple gray"),
    gifts=pairs("pear/fruit tulip/flower saw/tool ring/present"),
    details=phrases("in the evening|with a smile|after the war|near midnight"),
)
