"""A profile as a notebook shows it: a table of what each head does."""

from html import escape

from models.corpus.labels import kinds_of, labels_of
from models.corpus.profile import Profile, StackProfile

from ...analysis.views import STACK_TITLES
from ...base.language import model_title, t
from .words import KIND_COLOURS, LABEL_KINDS, describe_label, short_label

_MARK = "border-left: 4px solid {colour}; text-align: left; white-space: nowrap"


def draw_in_notebook(profile: Profile) -> dict[str, str]:
    """Return the behaviour of each head as HTML: a table for each mechanism, and a legend."""
    title = t(
        "What each head of {model} does, measured on {count:,} sentences",
        model=model_title(profile.model),
        count=profile.sentences,
    )
    stacks = profile.stacks.values()
    tables = "".join(map(_write_table, stacks))
    there = {kind for stack in stacks for kind in kinds_of(stack)}
    kinds = "".join(
        f'<span style="{_MARK.format(colour=KIND_COLOURS[kind])}; padding: 0 12px 0 4px">'
        f"{escape(t(name))}</span> "
        for kind, name in LABEL_KINDS.items()
        if kind in there
    )
    return {"text/html": f"<p><b>{escape(title)}</b></p>{tables}<p>{kinds}</p>"}


def _write_table(stack: StackProfile) -> str:
    """Write a row for each layer; a cell names the clearest behaviour, its tooltip explains it."""
    numbers = "".join(f"<th>{head}</th>" for head in range(1, stack.heads + 1))
    rows, heads = [], [*zip(labels_of(stack), kinds_of(stack), strict=True)]
    for place, layer in enumerate(stack.attending):
        cells = []
        for head_labels, kind in heads[place * stack.heads :][: stack.heads]:
            label = next(iter(head_labels), None)
            about = describe_label(label).replace("**", "") if label else t(LABEL_KINDS[kind])
            style = _MARK.format(colour=KIND_COLOURS[kind])
            text = escape(short_label(label, kind))
            cells.append(f'<td style="{style}" title="{escape(about)}">{text}</td>')
        rows.append(f"<tr><th>{layer + 1}</th>{''.join(cells)}</tr>")
    return (
        f"<table><caption>{escape(t(STACK_TITLES[stack.name]))}</caption>"
        f"<thead><tr><th>{escape(t('layer'))}</th>{numbers}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
