"""BLEU against the length of the source sentence."""

import plotly.graph_objects as go

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
        figure.add_scatter(x=places + places[::-1], y=edge, fill="toself", fillcolor=translucent(colour), line={"width": 0},
                           hoverinfo="skip", showlegend=False, legendgroup=name, name=name)
        figure.add_scatter(
            x=places, y=[group["bleu"] for group in of_model], name=name, legendgroup=name, mode="lines+markers",
            line={"color": colour, "width": 3}, marker={"size": 8},
            customdata=[[group["low"], group["high"], group["sentences"]] for group in of_model],
            hovertemplate="BLEU %{y:.1f}, 95 %% between %{customdata[0]:.1f} and %{customdata[1]:.1f}")
    here = next(place for place, group in enumerate(groups) if group["most_words"] is None or words <= group["most_words"])
    figure.add_vline(x=here, line={"dash": "dot", "width": 1.5, "color": "#7f8896"})
    figure.add_annotation(x=here, y=1.0, yref="paper", yanchor="bottom", text=f"yours: {words} words", showarrow=False, font={"size": 14})
    figure.update_layout(
        height=420, margin={"l": 64, "r": 16, "t": 64, "b": 72}, hovermode="x unified",
        legend={"orientation": "h", "x": 0, "y": 1.08, "yanchor": "bottom", "font": {"size": 15}})
    figure.update_xaxes(
        tickvals=places, ticktext=[f"{length_title(group)}<br>n = {group['sentences']}" for group in groups], tickfont={"size": 14},
        title={"text": "words in the English sentence, and how many sentences were translated", "font": {"size": 14}}, zeroline=False)
    figure.update_yaxes(title={"text": "BLEU", "font": {"size": 15}}, tickfont={"size": 14}, rangemode="tozero")
    return figure


def length_title(group: dict) -> str:
    """Which lengths a group holds, in words."""
    least, most = group["least_words"], group["most_words"]
    return f"{least} or more" if most is None else f"{least}" if least == most else f"{least} to {most}"
