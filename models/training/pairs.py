"""Pairs of English sentences with what the first says of the second, written by a grammar.

The label is that of SNLI (Bowman et al. 2015): both sentences describe one scene, and the second is
true in it (entailment), may be (neutral), or cannot be (contradiction). Whatever could be guessed
from the second sentence alone has a counterweight: words in another order contradict ("The man
chases the dog") or say the same ("The man meets the dog", "is chased by"), and a "not" may agree.
All texts made here are public domain (CC0 1.0).
"""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..pairs import LABELS, split_words
from .pair_words import HELD_OUT, TRAINED, Words, words_of

CORPUS = Path(__file__).parent / "corpus"
WRITTEN = Path(__file__).parent / "pairs.held-out.tsv"  # by hand; no pair is trained on
ENTAILMENT, NEUTRAL, CONTRADICTION = LABELS
IRREGULAR = {  # past, participle
    "lead": ("led", "led"), "teach": ("taught", "taught"), "see": ("saw", "seen"),
    "hear": ("heard", "heard"), "hit": ("hit", "hit"), "bite": ("bit", "bitten"),
    "pay": ("paid", "paid"), "catch": ("caught", "caught"), "feed": ("fed", "fed"),
    "find": ("found", "found"), "beat": ("beat", "beaten"), "know": ("knew", "known"),
    "choose": ("chose", "chosen"), "send": ("sent", "sent"), "leave": ("left", "left"),
    "draw": ("drew", "drawn"), "lose": ("lost", "lost"), "forget": ("forgot", "forgotten"),
    "hurt": ("hurt", "hurt"), "fight": ("fought", "fought"), "meet": ("met", "met"),
    "sit": ("sat", "sat"), "stand": ("stood", "stood"), "ride": ("rode", "ridden"),
    "read": ("read", "read"), "eat": ("ate", "eaten"), "drink": ("drank", "drunk"),
    "drive": ("drove", "driven"), "throw": ("threw", "thrown"), "write": ("wrote", "written"),
    "sing": ("sang", "sung"), "swim": ("swam", "swum"), "sleep": ("slept", "slept"),
    "run": ("ran", "run"), "cut": ("cut", "cut"), "hold": ("held", "held"),
    "buy": ("bought", "bought"), "sell": ("sold", "sold"), "break": ("broke", "broken"),
    "go": ("went", "gone"), "have": ("had", "had"), "make": ("made", "made"),
    "be": ("was", "been"), "lie": ("lay", "lain"), "keep": ("kept", "kept"),
    "speak": ("spoke", "spoken"), "do": ("did", "done"), "shed": ("shed", "shed"),
    "give": ("gave", "given"), "tell": ("told", "told"),
    "shoot": ("shot", "shot"), "understand": ("understood", "understood"),
    "get": ("got", "got"), "take": ("took", "taken"),
}  # fmt: skip
DOUBLED = words_of("hug stop hit sit run swim cut get forget rob control")
STATES = set(  # verbs without a continuous form
    words_of(
        """love like dislike hate hear see trust distrust fear need know admire recognize
        remember forget resemble agree have own doubt respect understand want please"""
    )
)
PEOPLE = {*TRAINED.people, *TRAINED.people.values(), *HELD_OUT.people}
THIRD = {"be": "is", "have": "has", "do": "does"}


class Pair(NamedTuple):
    """Two sentences, one of LABELS, and the kind of the difference."""

    first: str
    second: str
    label: str
    kind: str


# --- forms ---------------------------------------------------------------------------------------


def split_verb(phrase: str) -> tuple[str, str]:
    """Split "sit next to" into the verb and the rest with its space."""
    verb, space, rest = phrase.partition(" ")
    return verb, space + rest


def third(phrase: str) -> str:
    """Return the third person of a phrase: "sits next to"."""
    verb, rest = split_verb(phrase)
    if verb in THIRD:
        return THIRD[verb] + rest
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es{rest}"
    if verb[-1] == "y" and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies{rest}"
    return f"{verb}s{rest}"


def regular_past(verb: str) -> str:
    if verb in DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb[-1] == "y" and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def past(phrase: str) -> str:
    verb, rest = split_verb(phrase)
    return (IRREGULAR[verb][0] if verb in IRREGULAR else regular_past(verb)) + rest


def participle(phrase: str) -> str:
    verb, rest = split_verb(phrase)
    return (IRREGULAR[verb][1] if verb in IRREGULAR else regular_past(verb)) + rest


def gerund(phrase: str) -> str:
    """Return the form in -ing of a phrase: "sitting next to"."""
    verb, rest = split_verb(phrase)
    if verb == "lie":
        return f"lying{rest}"
    if verb in DOUBLED:
        return f"{verb}{verb[-1]}ing{rest}"
    if verb.endswith("e") and verb != "be" and not verb.endswith("ee"):
        return f"{verb[:-1]}ing{rest}"
    return f"{verb}ing{rest}"


def with_article(noun: str, article: str = "a") -> str:
    """Put an article before a noun: "an old man"; a name has none."""
    if noun[0].isupper():
        return noun
    return f"an {noun}" if article == "a" and noun[0] in "aeiou" else f"{article} {noun}"


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# --- the ways to say one event -------------------------------------------------------------------

TENSES = "present", "continuous", "past"


def active(subject: str, verb: str, other: str, tense: str) -> str:
    """Say who does what to whom: "the man is chasing the dog"."""
    forms = {
        "present": third(verb),
        "continuous": f"is {gerund(verb)}",
        "past": past(verb),
    }
    return f"{subject} {forms[tense]} {other}".rstrip()


def passive(subject: str, verb: str, other: str, tense: str) -> str:
    """Say the same from the other side: "the dog is being chased by the man"."""
    helper = {"present": "is", "continuous": "is being", "past": "was"}[tense]
    agent = f" by {subject}" if subject else ""
    return f"{other} {helper} {participle(verb)}{agent}"


def negated(subject: str, verb: str, other: str, tense: str) -> str:
    forms = {
        "present": f"does not {verb}",
        "continuous": f"is not {gerund(verb)}",
        "past": f"did not {verb}",
    }
    return f"{subject} {forms[tense]} {other}".rstrip()


def who(phrase: str, people: str = "who") -> str:
    """Return the relative pronoun of a noun phrase."""
    return people if phrase.split()[-1] in PEOPLE else "that"


def cleft(subject: str, verb: str, other: str, tense: str) -> str:
    """Say it as "it is the man who chases the dog"."""
    return f"it is {active(f'{subject} {who(subject)}', verb, other, tense)}"


def cleft_object(subject: str, verb: str, other: str, tense: str) -> str:
    """Say it as "it is the dog that the man chases"."""
    return f"it is {other} {who(other, 'whom')} {active(subject, verb, '', tense)}"


def one_who(subject: str, verb: str, other: str, tense: str) -> str:
    """Say it as "the one who chases the dog is the man"."""
    return f"{active(f'the one {who(subject)}', verb, other, tense)} is {subject}"


def one_whom(subject: str, verb: str, other: str, tense: str) -> str:
    """Say it as "the dog is the one that the man chases"."""
    return f"{other} is the one {who(other, 'whom')} {active(subject, verb, '', tense)}"


Frame = Callable[[str, str, str, str], str]
FRAMES: tuple[Frame, ...] = (active, passive, cleft)
OTHER_FRAMES: tuple[Frame, ...] = (cleft_object, one_who, one_whom)  # in no pair trained on


# --- the grammar ---------------------------------------------------------------------------------


class Grammar:
    """Draws pairs with some words and frames; the same seed draws the same pairs."""

    def __init__(self, words: Words, frames: tuple[Frame, ...], draw: random.Random):
        self.words, self.frames, self.draw = words, frames, draw
        self.living = [*words.people, *words.animals]
        self.nouns = [*self.living, *words.machines]
        self.adjectives = [one for pair in words.adjectives for one in pair]

    def pick(self, options):
        return self.draw.choice(list(options))

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def two(self, nouns: list[str] | None = None) -> tuple[str, str]:
        """Draw two noun phrases with different nouns, of living beings by default."""
        article = "the" if self.chance(0.7) else "a"
        one, other = self.draw.sample(nouns or self.living, 2)
        return self.phrase(one, article, 0.2), self.phrase(other, article, 0.2)

    def event(self) -> tuple[str, str, str, str]:
        """Draw who does what to whom, and a tense."""
        verb = self.pick(self.words.verbs)
        nouns = self.nouns if verb in self.words.machine_verbs else self.living
        one, other = self.two(nouns)
        return one, other, verb, self.tense(verb)

    def told(self) -> str:
        """Tell an event in one of the frames."""
        one, other, verb, tense = self.event()
        return self.pick(self.frames)(one, verb, other, tense)

    def tense(self, verb: str) -> str:
        return self.pick(TENSES[::2] if split_verb(verb)[0] in STATES else TENSES)

    def phrase(self, noun: str, article: str = "the", adjectives: float = 0.0) -> str:
        has_adjective = noun not in self.words.machines and noun.islower()
        if has_adjective and self.chance(adjectives):
            noun = f"{self.pick(self.adjectives)} {noun}"
        return with_article(noun, article)

    def general(self, noun: str) -> str:
        """Return a more general noun than one of a living being."""
        return self.words.people.get(noun, "animal")

    def place(self) -> str:
        return self.pick([*self.words.outside, *self.words.inside])

    def extra(self) -> str:
        """Return a place, a time or nothing, to end a sentence with."""
        return f" {self.pick([self.place(), self.pick(self.words.details)])}" * self.chance(0.3)

    # Each method makes a pair of one kind.

    def roles(self) -> Pair:
        """Who does what: the same words in another order."""
        one, other, verb, tense = self.event()
        extra = self.extra()
        first, second = self.pick(self.frames), self.pick(self.frames)
        if self.chance(0.3):
            first = second = self.frames[0]
        swapped = first is second or self.chance(0.4)
        said = second(other, verb, one, tense) if swapped else second(one, verb, other, tense)
        return Pair(
            sentence(first(one, verb, other, tense) + extra),
            sentence(said + extra * self.chance(0.7)),
            CONTRADICTION if swapped else ENTAILMENT,
            "roles",
        )

    def symmetric(self) -> Pair:
        """Verbs for which the order does not matter, and their negation."""
        one, other = self.two()
        verb = self.pick(self.words.symmetric)
        tense = self.tense(verb)
        first = active(one, verb, other, tense)
        if self.chance(0.3):
            return Pair(
                sentence(first),
                sentence(negated(other, verb, one, tense)),
                CONTRADICTION,
                "symmetric",
            )
        return Pair(
            sentence(first), sentence(active(other, verb, one, tense)), ENTAILMENT, "symmetric"
        )

    def together(self) -> Pair:
        """Two who do the same: the order does not matter."""
        one, other = self.two([*self.words.people])
        verb = self.pick(self.words.activities)[0]
        did = past(verb)
        second = f"{other} and {one} {did}" if self.chance(0.6) else f"{one} {did}"
        label = ENTAILMENT
        if self.chance(0.4):
            second, label = f"{one} did not {verb}", CONTRADICTION
        return Pair(sentence(f"{one} and {other} {did}"), sentence(second), label, "symmetric")

    def converse(self) -> Pair:
        """Verbs and prepositions that say the same from the other side."""
        one, other = self.two()
        if self.chance(0.5):
            verbs = self.pick(self.words.converses)
            forward, back = verbs if self.chance(0.5) else verbs[::-1]
            tense = self.pick(TENSES[::2])
            first = active(one, forward, other, tense)
            same, swapped = active(other, back, one, tense), active(one, back, other, tense)
        else:
            sides = self.pick([*self.words.sides, *self.words.comparatives])
            forward, back = sides if self.chance(0.5) else sides[::-1]
            than = " than" if sides in self.words.comparatives else ""
            first = f"{one} is {forward}{than} {other}"
            same, swapped = f"{other} is {back}{than} {one}", f"{one} is {back}{than} {other}"
            if self.chance(0.4):
                swapped = f"{other} is {forward}{than} {one}"
        is_same = self.chance(0.5)
        return Pair(
            sentence(first),
            sentence(same if is_same else swapped),
            ENTAILMENT if is_same else CONTRADICTION,
            "converse",
        )

    def giving(self) -> Pair:
        """Who gives what to whom."""
        one, other = self.two([*self.words.people])
        gift, wide = self.pick(self.words.gifts)
        tense = self.pick(TENSES)
        first = active(one, f"give {other}", with_article(gift), tense)
        second, label = self.pick(
            [
                (active(one, "give", f"{with_article(gift)} to {other}", tense), ENTAILMENT),
                (active(other, "get", f"{with_article(gift)} from {one}", tense), ENTAILMENT),
                (active(one, f"give {other}", with_article(wide), tense), ENTAILMENT),
                (active(other, f"give {one}", with_article(gift), tense), CONTRADICTION),
                (active(other, "give", f"{with_article(gift)} to {one}", tense), CONTRADICTION),
                (active(one, "get", f"{with_article(gift)} from {other}", tense), CONTRADICTION),
                (active(one, "give", f"{with_article(gift)} to somebody else", tense), NEUTRAL),
                (f"{first} {self.pick(self.words.details)}", NEUTRAL),
            ]
        )  # fmt: skip
        return Pair(sentence(first), sentence(second), label, "giving")

    def without_agent(self) -> Pair:
        """The agent is left out, or guessed."""
        one, other, verb, tense = self.event()
        frame = self.pick(self.frames)
        full, short = frame(one, verb, other, tense), passive("", verb, other, tense)
        if self.chance(0.34):
            return Pair(sentence(full), sentence(short), ENTAILMENT, "agent")
        if self.chance(0.5):
            return Pair(sentence(short), sentence(full), NEUTRAL, "agent")
        none = self.pick(
            [
                active("nobody", verb, other, tense),
                passive("", verb, other, tense)
                .replace(" is ", " is not ")
                .replace(" was ", " was not "),
            ]
        )
        return Pair(sentence(full), sentence(none), CONTRADICTION, "agent")

    def general_nouns(self) -> Pair:
        """A more general noun for the subject, the object or both; or the other way round."""
        noun, other = self.draw.sample(self.living, 2)
        verb, frame = self.pick(self.words.verbs), self.pick(self.frames)
        tense = self.tense(verb)
        article = self.pick(("the", "a"))
        exact = with_article(noun, article), with_article(other, article)
        wide = with_article(self.general(noun), "a"), with_article(self.general(other), "a")
        which = self.draw.randrange(3)
        widened = (
            exact[0] if which == 1 else wide[0],
            exact[1] if which == 0 else wide[1],
        )
        said = frame(exact[0], verb, exact[1], tense)
        if self.chance(0.45):
            changed = self.pick(self.frames)(widened[0], verb, widened[1], tense)
            return Pair(sentence(said), sentence(changed), ENTAILMENT, "general")
        if self.chance(0.6):
            changed = self.pick(self.frames)(widened[0], verb, widened[1], tense)
            return Pair(sentence(changed), sentence(said), NEUTRAL, "general")
        third_noun = self.pick(one for one in self.living if one not in (noun, other))
        if self.general(third_noun) == "person" and self.general(noun) in ("person", "adult"):
            changed = active(f"no {self.general(noun)}", verb, exact[1], tense)
        else:
            changed = frame(with_article(third_noun, article), verb, exact[1], tense)
            if self.general(third_noun) == self.general(noun) or "child" in map(
                self.general, (noun, third_noun)
            ):
                changed = active(f"no {self.general(noun)}", verb, exact[1], tense)
        return Pair(sentence(said), sentence(changed), CONTRADICTION, "general")

    def general_verbs(self) -> Pair:
        """A verb that another implies, and verbs that exclude each other."""
        one, other = self.two()
        frame, tense = self.pick(self.frames), self.pick(TENSES[::2])
        if self.chance(0.5):
            exact, wide = self.pick(self.words.general.items())
            verbs = (exact, wide) if self.chance(0.5) else (wide, exact)
            label = ENTAILMENT if verbs[0] == exact else NEUTRAL
        else:
            verbs = self.pick(self.words.opposites)
            verbs, label = verbs if self.chance(0.5) else verbs[::-1], CONTRADICTION
            if self.chance(0.4):
                said = negated(one, verbs[1], other, tense)
                return Pair(
                    sentence(active(one, verbs[0], other, tense)),
                    sentence(said),
                    ENTAILMENT,
                    "general",
                )
        return Pair(
            sentence(frame(one, verbs[0], other, tense)),
            sentence(frame(one, verbs[1], other, tense)),
            label,
            "general",
        )

    def activity(self) -> Pair:
        """What somebody does: in wider words, with its opposite, or with a detail more."""
        exact, *wide, excluded = self.pick(self.words.activities)
        noun = self.pick([*self.words.people])
        who = self.phrase(noun, self.pick(("a", "the")))
        somebody_else = self.pick([who, f"a {self.general(noun)}", "somebody"]).replace(
            "a adult", "an adult"
        )
        tense = self.pick(TENSES[1:] if self.chance(0.8) else TENSES)
        extra = self.extra()
        first = active(who, exact, "", tense) + extra
        case = self.draw.randrange(9)
        if case < 3:
            second, label = active(somebody_else, self.pick(wide), "", tense), ENTAILMENT
        elif case == 3:
            second, label = active(who, excluded, "", tense) + extra, CONTRADICTION
        elif case == 4:
            said = self.pick([negated(who, exact, "", tense), active("nobody", exact, "", tense)])
            second, label = said + extra * self.chance(0.5), CONTRADICTION
        elif case == 5:
            second, label = negated(who, excluded, "", tense), ENTAILMENT
        elif case == 6:
            first, second = active(who, self.pick(wide), "", tense), active(who, exact, "", tense)
            label = NEUTRAL
        elif case == 7:
            second = f"{active(who, exact, '', tense)} {self.pick(self.words.details)}"
            first, label = active(who, exact, "", tense), NEUTRAL
        else:
            mood = self.pick(self.adjectives)
            said = self.pick((f"{mood}", f"not {mood}"))
            second, label = f"{who} is {said}", NEUTRAL
            if {exact, mood} & {"sleep", "tired", "rested", "run", "walk", "cry", "laugh"}:
                second = f"{who} has a brother"
        return Pair(sentence(first), sentence(second), label, "activity")

    def places(self) -> Pair:
        """Where somebody is: outside, inside, nobody there."""
        out = self.chance(0.5)
        here, there = (self.words.outside, self.words.inside)[:: 1 if out else -1]
        side, other_side = ("outside", "inside")[:: 1 if out else -1]
        noun = self.pick(self.living)
        who = self.phrase(noun, self.pick(("a", "the")), 0.2)
        doing = self.pick(["is", "is sitting", "is waiting", "is standing", "is sleeping"])
        place = self.pick(here)
        wide = with_article(self.general(noun))
        nobody = "no animal" if wide == "an animal" else "nobody"
        first = f"{who} {doing} {place}"
        second, label = self.pick(
            [
                (f"{who} is {side}", ENTAILMENT),
                (f"{wide} is {side}", ENTAILMENT),
                (f"{wide} is {place}", ENTAILMENT),
                (f"{who} is not {other_side}", ENTAILMENT),
                (f"{who} is {other_side}", CONTRADICTION),
                (f"{who} {doing} {self.pick(there)}", CONTRADICTION),
                (f"{who} is not {side}", CONTRADICTION),
                (f"{nobody} is {side}", CONTRADICTION),
                (f"no {self.general(noun)} is {side}", CONTRADICTION),
                (f"{who} is {side} {self.pick(self.words.details)}", NEUTRAL),
                (f"{who} is {place} with {self.phrase(self.pick(self.living), 'a')}", NEUTRAL),
            ]
        )  # fmt: skip
        if self.chance(0.12):
            return Pair(
                sentence(f"{who} is {side}"), sentence(f"{who} is {place}"), NEUTRAL, "place"
            )
        return Pair(sentence(first), sentence(second), label, "place")

    def states(self) -> Pair:
        """What somebody is like: the opposite, its negation, another quality."""
        adjectives = self.pick(self.words.adjectives)
        one, opposite = adjectives if self.chance(0.5) else adjectives[::-1]
        who = self.phrase(self.pick(self.living))
        others = [word for word in self.adjectives if word not in adjectives]
        unlike = self.pick(others)
        second, label = self.pick(
            [
                (f"{who} is not {opposite}", ENTAILMENT),
                (f"{who} is not {one}", CONTRADICTION),
                (f"{who} is {opposite}", CONTRADICTION),
                (f"{who} is {unlike}", NEUTRAL),
                (f"{who} is not {unlike}", NEUTRAL),
            ]
        )
        first = f"{who} is {self.pick(('', 'very '))}{one}"
        if self.chance(0.2):
            first, second, label = f"{who} is {one} and {unlike}", f"{who} is {unlike}", ENTAILMENT
        return Pair(sentence(first), sentence(second), label, "state")

    def clothing(self) -> Pair:
        """Colours, clothes and what is said of them."""
        who = self.phrase(self.pick([*self.words.people]), self.pick(("a", "the")))
        item, colour = self.pick(self.words.clothes), self.pick(self.words.colours)
        another = self.pick(one for one in self.words.colours if one != colour)
        first = f"{who} is wearing {with_article(f'{colour} {item}')}"
        second, label = self.pick(
            [
                (f"{who} is wearing {with_article(item)}", ENTAILMENT),
                (f"the {item} of {who.replace('a ', 'the ', 1)} is {colour}", ENTAILMENT),
                (f"{who} is dressed in {colour}", ENTAILMENT),
                (f"{who} is wearing {with_article(f'{another} {item}')}", CONTRADICTION),
                (f"{who} is not wearing {with_article(item)}", CONTRADICTION),
                (f"{who} is wearing {with_article(f'new {colour} {item}')}", NEUTRAL),
                (f"{who} is buying {with_article(item)}", NEUTRAL),
            ]
        )
        if self.chance(0.1):
            return Pair(
                sentence(f"{who} is wearing {with_article(item)}"),
                sentence(first),
                NEUTRAL,
                "state",
            )
        return Pair(sentence(first), sentence(second), label, "state")

    def counts(self) -> Pair:
        """How many there are."""
        noun = self.pick(
            [word for word in self.nouns if word not in IRREGULAR_PLURALS and word.islower()]
        )
        some, wide = plural(noun), plural(self.words.people.get(noun, "thing"))
        wide = "animals" if noun in self.words.animals else wide
        numbers = words_of("two three four five six")
        number, other = self.draw.sample(numbers, 2)
        place = self.place()
        doing = self.pick(["are", "are waiting", "were seen", "stayed"])
        first = f"{number} {some} {doing} {place}"
        second, label = self.pick(
            [
                (f"{some} {doing} {place}", ENTAILMENT),
                (f"{number} {wide} {doing} {place}", ENTAILMENT),
                (f"{self.pick(('some', 'several'))} {some} {doing} {place}", ENTAILMENT),
                (f"{other} {some} {doing} {place}", CONTRADICTION),
                (f"no {some} {doing} {place}", CONTRADICTION),
                (f"{number} {some} {doing} {place} {self.pick(self.words.details)}", NEUTRAL),
                (f"{number} {self.pick(self.adjectives)} {some} {doing} {place}", NEUTRAL),
            ]
        )
        if self.chance(0.12):
            return Pair(sentence(f"some {some} {doing} {place}"), sentence(first), NEUTRAL, "count")
        return Pair(sentence(first), sentence(second), label, "count")

    def unrelated(self) -> Pair:
        """Two events that have nothing to do with each other."""
        texts = []
        for _ in range(2):
            exact = self.pick(self.words.activities)[0]
            actor = self.phrase(self.pick(self.words.people))
            one = self.phrase(self.pick(self.living))
            texts.append(
                self.pick(
                    [
                        self.told(),
                        active(actor, exact, "", self.pick(TENSES)),
                        f"{one} is {self.pick(self.adjectives)}",
                        f"{one} is {self.place()}",
                    ]
                )
            )
        return Pair(sentence(texts[0]), sentence(texts[1]), NEUTRAL, "unrelated")

    def same_words(self) -> Pair:
        """Who does what, with a third who does it too: may be."""
        one, other, verb, tense = self.event()
        another = self.phrase(self.pick(self.living))
        if {another.split()[-1]} & {one.split()[-1], other.split()[-1]}:
            another = "somebody else"
        first = self.pick(self.frames[:2])(one, verb, other, tense)
        second = self.pick(
            [active(one, verb, another, tense), active(another, verb, one, tense),
             active(other, verb, another, tense)]
        )  # fmt: skip
        return Pair(sentence(first), sentence(second), NEUTRAL, "unrelated")

    # How often each kind is drawn; the rest balance the labels.
    SHARES = (
        ("roles", 24), ("symmetric", 6), ("together", 3), ("converse", 9), ("giving", 6),
        ("without_agent", 8), ("general_nouns", 10), ("general_verbs", 7), ("activity", 14),
        ("places", 10), ("states", 8), ("clothing", 5), ("counts", 6), ("unrelated", 9),
        ("same_words", 9),
    )  # fmt: skip

    def pairs(self, count: int) -> Iterator[Pair]:
        """Draw different pairs."""
        names, shares = zip(*self.SHARES, strict=True)
        seen: set[tuple[str, str]] = set()
        while len(seen) < count:
            pair = getattr(self, self.draw.choices(names, shares)[0])()
            if pair[:2] not in seen and pair.first != pair.second:
                seen.add(pair[:2])
                yield pair


IRREGULAR_PLURALS = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "goose": "geese",
    "mouse": "mice", "sheep": "sheep", "deer": "deer", "wolf": "wolves", "thief": "thieves",
    "fish": "fish", "policeman": "policemen",
}  # fmt: skip


def plural(noun: str) -> str:
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun[-1] == "y" and noun[-2] not in "aeiou" else f"{noun}s"


# --- pairs of the sentences of the corpus --------------------------------------------------------

HELPERS = words_of("is are was were can will would could must should has")
# Where "not" after the verb may not turn a sentence into its opposite.
HEDGES = set(
    words_of(
        """not never no nobody nothing none neither nor if when because and or but than that
        which who what where why how all every each some any many most few only always
        often both either unless until while although though as so whether without
        hardly have been i'm"""
    )
)
HEAD = ("The ", "A ", "My ", "Our ", "This ", "She ", "He ", "They ", "We ", "An ")


def corpus_sentences() -> list[str]:
    """Return the English sentences of the corpus that a pair can be made of."""
    texts = []
    for file in sorted(CORPUS.glob("*.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines():
            text = line.split("\t")[0]
            if re.fullmatch(r"[A-Z][a-z ,'A-Z]+\.", text) and 4 <= len(text.split()) <= 14:
                texts.append(text)
    return [*dict.fromkeys(texts)]


def denied(text: str) -> str | None:
    """Put "not" after the only helping verb of a plain sentence; None for any other."""
    words = text.split()
    places = [place for place, word in enumerate(words[:-1]) if word in HELPERS and place]
    plain = {word.strip(",.").lower() for word in words}
    if len(places) != 1 or "," in text or "'" in text or plain & HEDGES:
        return None
    place = places[0] + 1
    return " ".join([*words[:place], "not", *words[place:]])


def joined(one: str, other: str) -> str:
    """Join two sentences with "and"."""
    name = other if not other.startswith(HEAD) else other[0].lower() + other[1:]
    return f"{one[:-1]} and {name}"


def corpus_pairs(texts: list[str], draw: random.Random) -> Iterator[Pair]:
    """Make a pair of every second sentence: with its denial, itself or another sentence."""
    for text in draw.sample(texts, len(texts) // 2):
        other = draw.choice(texts)
        if other == text:
            continue
        opposite = denied(text)
        if opposite is not None and draw.random() < 0.8:
            both = draw.choice(((text, opposite), (opposite, text)))
            yield Pair(*both, CONTRADICTION, "corpus")
        elif draw.random() < 0.4 and text.startswith(HEAD) and other.startswith(HEAD):
            first, second = draw.choice(((text, other), (other, text)))
            long = joined(first, second)
            if draw.random() < 0.6:
                yield Pair(long, text, ENTAILMENT, "corpus")
            else:
                yield Pair(text, long, NEUTRAL, "corpus")
        elif draw.random() < 0.4:
            yield Pair(text, text, ENTAILMENT, "corpus")
        else:
            yield Pair(text, other, NEUTRAL, "corpus")


# --- what is trained on, and what is held out ----------------------------------------------------


def training_pairs(count: int, seed: int) -> list[Pair]:
    """Return `count` pairs of the grammar, and of every second sentence of the corpus, shuffled.

    Those with a word of `forms(HELD_OUT)` or a sentence of `written_pairs` are left out.
    """
    draw = random.Random(seed)
    pairs = [*Grammar(TRAINED, FRAMES, draw).pairs(count)]
    pairs += corpus_pairs(corpus_sentences(), draw)
    words, written = forms(HELD_OUT), {text for pair in written_pairs() for text in pair[:2]}
    pairs = [
        pair
        for pair in pairs
        if not written & {*pair[:2]} and not words & {*split_words(f"{pair.first} {pair.second}")}
    ]
    draw.shuffle(pairs)
    return pairs


def held_out_pairs(count: int) -> dict[str, list[Pair]]:
    """Return three sets with no pair that is trained on.

    "words" has the frames of the training with the words of HELD_OUT, "frames" the same words in
    other frames, "written" the pairs written by hand.
    """
    return {
        "words": [*Grammar(HELD_OUT, FRAMES, random.Random("words")).pairs(count)],
        "frames": [
            pair
            for pair in Grammar(HELD_OUT, OTHER_FRAMES, random.Random("frames")).pairs(3 * count)
            if pair.kind in ("roles", "agent", "general")
        ][:count],
        "written": written_pairs(),
    }


def written_pairs() -> list[Pair]:
    """Return the pairs written by hand."""
    lines = WRITTEN.read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines]
    return [Pair(first, second, label, kind) for label, kind, first, second in cells]


def forms(words: Words) -> set[str]:
    """Return the people, animals, machines and verbs of a set of words, in all their forms."""
    nouns = [*words.people, *words.animals, *words.machines]
    plurals = [plural(noun) for noun in nouns if noun.islower()]
    inflected = [
        form(verb)
        for verb in (*words.verbs, *words.machine_verbs)
        for form in (str, third, past, participle, gerund)
    ]
    return {form.lower() for form in (*nouns, *plurals, *inflected)}
