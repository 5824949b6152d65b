"""The content of the page on heads in general."""

from viz.pages.profiles import compute as page
from viz.pages.profiles.settings import ProfilesSettings
from viz.view import settings as page_settings
from viz.view.address import View
from viz.view.runner import Runner, plain_runner

RUNNER = plain_runner("cpu")


def content(
    view: View | None = None, runner: Runner = RUNNER, **chosen: str
) -> page.ProfilesContent:
    """Compute the page for this view and these settings."""

    def take(situation):
        return chosen.get(situation.parameter, situation.default)

    view = view or View("transformer")
    values, _ = page_settings._build(ProfilesSettings, view, runner, take)
    return page.ProfilesContent(values, runner)
