"""The chart of BLEU by the length of the source sentence."""

from ...base.language import model_title, t
from ...base.theme import model_colour
from ...draw.chart import Axis, Band, Chart, Legend, Margins, Note, Rule, Series

_ROOM = 1.18  # the upper end of the axis, as a multiple of the highest interval


def length_chart(by_length: dict[str, list[dict]], words: int) -> Chart:
    """Plot a line with its 95% interval as a band for each model.

    `by_length` maps models to the same groups, as in their cards. The group of sentences with so
    many `words` is marked.
    """
    groups = next(iter(by_length.values()))
    places = list(range(len(groups)))
    marks: list[Band | Series] = []
    for name, scored_groups in by_length.items():
        marks += [
            _interval_band(name, scored_groups, places),
            _score_line(name, scored_groups, places),
        ]
    here = _group_of(groups, words)
    early = here < len(groups) / 2
    note = Note(
        text=t("yours: 1 word" if words == 1 else "yours: {count} words", count=words),
        x=here,
        y=1,
        y_share=True,
        side_x="left" if early else "right",
        side_y="top",
        shift_x=4 if early else -4,
        size=14,
    )
    highest = max(group["high"] for scored_groups in by_length.values() for group in scored_groups)
    return Chart(
        marks=tuple(marks),
        rules=(Rule(axis="x", at=here),),
        notes=(note,),
        x=Axis(
            ticks=places,
            labels=[f"{_short_length(group)}\n{group['sentences']}" for group in groups],
            angles=(0,),
            title=t("words in the English sentence\nand number of sentences"),
            zero="none",
        ),
        y=Axis(title="BLEU", title_size=15, tick_size=14, limits=(0, _ROOM * highest)),
        height=400,
        margins=Margins(left=56, right=8, top=64, bottom=72),
        legend=Legend(size=15) if len(by_length) > 1 else None,
        hover_together=True,
    )


def _interval_band(name: str, groups: list[dict], places: list[int]) -> Band:
    return Band(
        x=places,
        low=[group["low"] for group in groups],
        high=[group["high"] for group in groups],
        colour=model_colour(name),
        name=model_title(name),
        group=name,
    )


def _score_line(name: str, groups: list[dict], places: list[int]) -> Series:
    return Series(
        x=places,
        y=[group["bleu"] for group in groups],
        name=model_title(name),
        group=name,
        colour=model_colour(name),
        line=3,
        marker=8,
        details=[[group["low"], group["high"], group["sentences"]] for group in groups],
        hover=t("BLEU %{y:.1f}, 95 %% between %{customdata[0]:.1f} and %{customdata[1]:.1f}"),
    )


def _group_of(groups: list[dict], words: int) -> int:
    """Return the index of the group of sentences with so many words; of more, the last."""
    places = (
        place
        for place, group in enumerate(groups)
        if group["most_words"] is None or words <= group["most_words"]
    )
    return next(places, len(groups) - 1)


def _short_length(group: dict) -> str:
    """Write the lengths of a group for an axis."""
    least, most = group["least_words"], group["most_words"]
    if most is None:
        return f"{least}+"
    return f"{least}" if least == most else f"{least}–{most}"


def length_title(group: dict) -> str:
    """Write the lengths of a group in words."""
    least, most = group["least_words"], group["most_words"]
    if least == most:
        return f"{least}"
    if most is None:
        return t("{least} or more", least=least)
    return t("{first} to {last}", first=least, last=most)
