"""BLEU against the length of the source sentence."""

import plotly.graph_objects as go

from ..language import t
from ..theme import model_colour, translucent


def length_figure(by_length: dict[str, list[dict]], words: int) -> go.Figure:
    """One line a model with its 95 % interval as a band; `by_length` maps models to the same groups, as in their cards.

    The group that holds sentences of so many `words` is marked.
    """
    groups = next(iter(by_length.values()))
    places = list(range(len(groups)))
    figure = go.Figure()
    for name, of_model in by_length.items():
        colour = model_colour(name)
        edge = [group["high"] for group in of_model] + [group["low"] for group in reversed(of_model)]
        figure.add_scatter(x=places + places[::-1], y=edge, fill="toself", fillcolor=translucent(colour), mode="lines",
                           line={"width": 0}, hoverinfo="skip", showlegend=False, legendgroup=name, name=name)
        figure.add_scatter(
            x=places, y=[group["bleu"] for group in of_model], name=name, legendgroup=name, mode="lines+markers",
            line={"color": colour, "width": 3}, marker={"size": 8},
            customdata=[[group["low"], group["high"], group["sentences"]] for group in of_model],
            hovertemplate=t("BLEU %{y:.1f}, 95 %% between %{customdata[0]:.1f} and %{customdata[1]:.1f}"))
    here = next(place for place, group in enumerate(groups) if group["most_words"] is None or words <= group["most_words"])
    figure.add_vline(x=here, line={"dash": "dot", "width": 1.5, "color": "#7f8896"})
    figure.add_annotation(x=here, y=1.0, yref="paper", yanchor="top", xanchor="left" if here < len(groups) / 2 else "right", xshift=4 if here < len(groups) / 2 else -4,
                          text=t("yours: {count} words", count=words), showarrow=False, font={"size": 14})
    figure.update_layout(
        height=400, margin={"l": 56, "r": 8, "t": 64, "b": 72}, hovermode="x unified",
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 15}})
    figure.update_xaxes(
        tickvals=places, ticktext=[f"{short_length(group)}<br>{group['sentences']}" for group in groups], tickfont={"size": 13}, tickangle=0,
        title={"text": t("words in the English sentence<br>and number of sentences"), "font": {"size": 13}}, zeroline=False)
    highest = max(group["high"] for of_model in by_length.values() for group in of_model)
    figure.update_yaxes(title={"text": "BLEU", "font": {"size": 15}}, tickfont={"size": 14}, range=[0, 1.18 * highest])
    return figure


def short_length(group: dict) -> str:
    """Which lengths a group holds, for an axis."""
    least, most = group["least_words"], group["most_words"]
    return f"{least}+" if most is None else f"{least}" if least == most else f"{least}–{most}"


def length_title(group: dict) -> str:
    """Which lengths a group holds, in words."""
    least, most = group["least_words"], group["most_words"]
    if least == most:
        return f"{least}"
    return t("{least} or more", least=least) if most is None else t("{first} to {last}", first=least, last=most)
