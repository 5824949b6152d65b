"""The profiles of all heads for the browser, which shows them without waiting for the server."""

from dataclasses import replace

from models.corpus.profile import weights_of

from ...analysis.views import HeadChoice, head_title
from ...app import bounded_cache
from ...base.language import current_locale, t
from ...components.headprofile import HeadProfile, ProfileExample, ProfileTexts, bold_runs
from .compute import SHOWN_MEASURES, ProfilesContent
from .tables import figure_rows, measure_rows


def profiles_of(content: ProfilesContent) -> dict[str, HeadProfile]:
    """Return the profiles of all heads by key; written once for all visitors."""
    file, model = content.file, content.model
    version = str(file), file.stat().st_mtime_ns, weights_of(model.card)
    key = "head profiles", current_locale(), model.name, version
    return bounded_cache.cache("values").compute(
        key, lambda: {head.key: _profile_of(content, head) for head in content.labels}
    )


def _profile_of(content: ProfilesContent, head: HeadChoice) -> HeadProfile:
    """Write the profile of a head."""
    lines = [*bold_runs(content.description_of(head))]
    if content.costs:
        lines += bold_runs(replace(content.costs, chosen=head).description)
    if content.pairs and (text := replace(content.pairs, chosen=head).stand_ins):
        lines += bold_runs(text)
    if (rate := content.aer_of(head)) is not None:
        text = t(
            "Alignment error rate on 70 sentences aligned by one annotator: {rate:.0f}%.",
            rate=rate,
        )
        lines.append(((text, False),))
    examples = tuple(
        ProfileExample(
            t("{title} ({share:.0%}):", title=example.title, share=example.share),
            example.english,
            example.link,
        )
        for example in content.examples_of(head)
    )
    stack, place = content.place_of(head)
    measures = tuple(tuple(row.values()) for row in measure_rows(stack, place))
    figures = tuple(tuple(row.values()) for row in figure_rows(stack, place))
    return HeadProfile(head_title(head), tuple(lines), examples, measures, figures)


def profile_texts(content: ProfilesContent) -> ProfileTexts:
    """Write the texts that all profiles share."""
    measures, figures = content.measure_rows, content.figure_rows
    return ProfileTexts(
        tuple(measures[0]) if measures else (),
        tuple(figures[0]),
        t("All measures"),
        t("There are too few words here to measure shares. Add more sentences."),
        SHOWN_MEASURES,
    )


def first_lines(profile: HeadProfile) -> tuple[str, ...]:
    """Return the first lines and the best sentence, shown on hover."""
    lines = ["".join(text for text, _ in line) for line in profile.lines[:2]]
    examples = [f"{example.about} {example.sentence}" for example in profile.examples]
    return tuple(lines + examples)
