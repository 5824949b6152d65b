"""Measure profiles over the reader's own sentences: the form, the progress, the jobs."""

from dataclasses import replace
from functools import partial

import streamlit as st

from models import UserError
from models.corpus.importance import stack_heads
from models.corpus.own_sentences import (
    COSTS,
    MAX_BYTES,
    MAX_FILE,
    MAX_TEXTS,
    check_folder,
    cost_pairs,
    costs_key,
    folder,
    read_general,
    read_kept,
    read_texts,
    shipped_key,
    shipped_pairs,
)
from models.corpus.profile import Profile, digest, weights_of
from models.corpus.sentences import CORPUS, Pair

from ...app import alerts, state
from ...base.language import t
from ...base.libraries import LIBRARIES
from ...base.progress import Progress
from ...view.runner import Runner
from .. import panels
from .compute import ProfilesContent
from .own_jobs import JOBS, Cancelled, start_job

# Characters of the field, up to 3 bytes each, so that the message from the browser stays below
# `server.maxWidgetStateSize`.
_MAX_PASTED = 250_000
_SECONDS = 1.0  # between two updates of the progress


def _key_of_costs(content: ProfilesContent) -> str:
    """Return the key of the job that measures costs; "" for a model trained here."""
    capabilities, weights = content.model.capabilities, weights_of(content.model.card)
    return "" if capabilities.trained_here else costs_key(weights, capabilities.translates)


def _general_key(content: ProfilesContent) -> str:
    """Return the key of the profile over the shipped sentences; "" for a model trained here."""
    capabilities, weights = content.model.capabilities, weights_of(content.model.card)
    return "" if capabilities.trained_here else shipped_key(weights, capabilities.translates)


def render_unmeasured(content: ProfilesContent) -> None:
    """Say that the heads are not measured, and draw the button that measures them."""
    st.info(content.unmeasured)
    model = content.model
    if not model.capabilities.trained_here and st.button(
        t("Measure on the shipped sentences"), type="primary"
    ):
        pairs = shipped_pairs(model.capabilities.translates)
        start_job(model.name, weights_of(model.card), pairs, _measure_shipped)
    progress = st.container()
    with st.expander(t("Your own sentences"), expanded=True):
        _render_form(content)
    if key := state.awaited_job() or _running(
        _general_key(content)
    ):  # the form may have started it
        with progress:
            _finish_job(content, key)


def _running(key: str) -> str:
    """Return the key if its job is running, so that returning visitors see its progress, or ""."""
    return key if key in JOBS and not JOBS[key].work.value.done() else ""


def render_unmeasured_costs(content: ProfilesContent) -> None:
    """Explain how the costs of a pretrained model are measured, and draw the button."""
    model, key = content.model, _key_of_costs(content)
    translates = model.capabilities.translates
    pairs = cost_pairs(translates)
    heads = len(stack_heads(model))
    st.info(
        t(
            "profiles#cost not measured yet",
            model=content.settings.model,
            heads=heads,
            count=len(pairs),
            passes=heads * len(pairs),
        )
    )
    if st.button(t("Measure the costs"), type="primary"):
        start_job(model.name, weights_of(model.card) + COSTS, pairs, _measure_costs)
    if (state.awaited_job() or _running(key)) == key:
        _finish_job(content, key)


def render_source(content: ProfilesContent) -> None:
    """Say of the reader's own sentences what was not measured, with a link back."""
    if content.own:
        if content.caution:
            st.caption(content.caution)
        back = partial(state.clear_setting, "own")
        st.button(t("Back to the shipped sentences"), on_click=back)


def render_own(content: ProfilesContent) -> None:
    """Draw the form for sentences, or the progress of the job."""
    panels.draw_when_open(t("Your own sentences"), "own", partial(_render_form, content))
    if (key := state.awaited_job()) and key != _key_of_costs(content):
        _finish_job(content, key)


def _render_form(content: ProfilesContent) -> None:
    """Draw the form."""
    what = t(
        "profiles#paste sentences", most=MAX_TEXTS, characters=_MAX_PASTED, size=MAX_FILE / 1e6
    )
    if content.model.capabilities.translates:
        what += " " + t("profiles#given translations")
    st.markdown(f"{what} {t('Further columns are left out.')}")
    try:
        check_folder()
    except UserError as error:
        alerts.show_alert(error)
        return
    st.markdown(
        t("profiles#where sentences are kept", folder=f"`{folder().name}`", bytes=MAX_BYTES / 1e6)
    )
    pasted = st.text_area(
        t("Sentences, one a line"), key="own text", max_chars=_MAX_PASTED, height=140
    )
    dropped = st.file_uploader(
        t("or a file"), ["txt", "tsv", "csv"], key="own file", max_upload_size=MAX_FILE // 1_000_000
    )
    if st.button(t("Measure these sentences"), type="primary", key="own measure"):
        name, given = t("the field"), pasted.encode(errors="surrogatepass")
        if dropped is not None:
            name, given = dropped.name, dropped.getvalue()
        try:
            pairs = read_texts(name, given)
        except UserError as error:
            alerts.show_alert(error)
            return
        start_job(content.settings.model, weights_of(content.model.card), pairs, _measure)


def _finish_job(content: ProfilesContent, key: str) -> None:
    """Show the job of this tab: its progress, its error, or the profiles."""
    job = JOBS.get(key)
    if job is not None and not job.work.value.done():
        _draw_progress(key)
        return
    state.set_awaited_job("")
    error = job.work.value.exception() if job else None
    if isinstance(error, Cancelled):
        st.info(t("Stopped. Nothing was kept."))
    elif isinstance(error, UserError):
        alerts.show_alert(error)
    elif error is not None:
        raise error
    elif read_kept(key) is not None:
        if key in (_general_key(content), _key_of_costs(content)):
            state.clear_setting("own")
        else:
            state.set_setting("own", key)
            state.open_at_top(key)
            st.toast(t("Measured. The map at the top of the page shows your sentences now."))
        st.rerun()


@st.fragment(run_every=_SECONDS)
def _draw_progress(key: str) -> None:
    """Draw the progress; as a fragment it reruns without the rest of the page."""
    job = JOBS.get(key)
    if job is None or job.work.value.done():
        st.rerun()
        return
    done, total = job.work.progress
    left = job.seconds_left
    if job.started is None:
        st.progress(0.0, t("Your sentences wait for their turn …"))
    elif left is None:
        st.progress(0.0, t("Your sentences are measured …"))
    else:
        st.progress(
            min(1.0, done / max(total, 1)),
            t("{done:,} of {total:,}, {left:,.0f} s left", done=done, total=total, left=left),
        )
    st.button(t("Stop"), key="own stop", on_click=job.stopped.set)


def _measure(name: str, pairs: list[Pair], runner: Runner, progress: Progress) -> Profile:
    """Measure the profile of a model over sentences."""
    profile: Profile = LIBRARIES.making.measure_texts(runner.model(name), pairs, progress)
    return profile


def _measure_shipped(name: str, pairs: list[Pair], runner: Runner, progress: Progress) -> Profile:
    """Measure the profile of a pretrained model over the shipped sentences."""
    model = runner.model(name)
    profile: Profile = LIBRARIES.making.measure_texts(model, pairs, progress, same=True)
    return replace(profile, data=digest(CORPUS))


def _measure_costs(name: str, pairs: list[Pair], runner: Runner, progress: Progress) -> Profile:
    """Add the costs of each head to the stored profile of a pretrained model.

    Raises UserError if the profile is not stored any more.
    """
    model = runner.model(name)
    stored = read_general(model)
    if stored is None:
        raise UserError("The heads of {model} have not been measured yet.", model=model.name)
    importance = LIBRARIES.costs_one_by_one.measure_one_by_one(model, pairs, progress)
    return replace(stored[0], importance=importance)
