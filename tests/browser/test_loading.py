"""A pretrained model is downloaded while visitors wait, from a slow hub on this machine."""

import pytest

from tests.serving import running_app

pytest.importorskip("transformers")


@pytest.mark.weekly
def test_all_who_wait_see_how_far_a_download_is(browser, tmp_path, monkeypatch):
    from tests.models.huggingface import families, hub

    folder = families.save("bert", tmp_path / "tiny")
    (folder / "large.txt").write_bytes(bytes(60_000_000))  # huggingface_hub reads 10 MiB at a time
    with hub.running_hub(folder, step=1 << 20, pause=0.05) as server:
        for name, value in {
            "HEADS_UP_MODELS": "someone/tiny_bert",
            "HF_ENDPOINT": server.address,
            "HF_HUB_CACHE": tmp_path / "cache",
        }.items():
            monkeypatch.setenv(name, str(value))
        with running_app() as address:
            tabs = [
                browser.new_page(viewport={"width": 1280, "height": 720}, locale=locale)
                for locale in ("en", "fr")
            ]

            def opened(*waiting):
                for tab in tabs:
                    tab.goto(f"{address}/?model=tiny_bert")
                for tab, text in zip(tabs, waiting):
                    tab.get_by_text(text).first.wait_for(timeout=60_000)

            server.dies_after = 30_000_000
            opened(
                "tiny_bert is downloaded: 21 of 60 MB", "tiny_bert est téléchargé : 21 Mo sur 60"
            )
            for tab, text in zip(
                tabs, ("huggingface.co cannot be reached", "huggingface.co ne répond pas")
            ):
                tab.get_by_role("alert").filter(has_text=text).wait_for(timeout=60_000)

            server.dies_after = None
            server.paths.clear()
            opened("tiny_bert is downloaded: ", "tiny_bert est téléchargé : ")
            tabs[1].close()  # a visitor who leaves does not stop the download
            tabs[0].locator(".explorer[data-painted]").first.wait_for(timeout=60_000)
            assert (
                tabs[0].get_by_role("progressbar").count()
                == tabs[0].get_by_role("alert").count()
                == 0
            )
            assert server.fetched.count("large.txt") == 1
            tabs[0].close()
