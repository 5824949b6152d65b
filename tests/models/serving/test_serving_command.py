"""The command that serves models reports mistakes before it starts Ray, or when Ray fails."""

import socket
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from models import UserError, registry
from models.serving import __main__ as command
from models.serving import cluster


@pytest.fixture(autouse=True)
def without_ray(monkeypatch):
    """Do not start Ray, and keep a test's offers out of others."""
    monkeypatch.delenv("HEADS_UP_BACKEND_KEY", raising=False)
    monkeypatch.setattr(registry.huggingface, "_more", [])

    def refuse(*arguments):
        raise AssertionError("Ray is started")

    monkeypatch.setattr(command, "connect", refuse)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["nomodel"], "There is no model called “nomodel”. Available: transformer, bert,"),
        (["transformer", "nomodel"], "no model called “nomodel”"),
        (["--port", "99999"], "argument --port: “99999” is not a whole number from 1 to 65,535"),
        (["--port", "0"], "argument --port: “0” is not a whole number"),
        (["--port", "-1"], "argument --port: “-1” is not a whole number"),
        (["--port", "http"], "argument --port: “http” is not a whole number"),
        (["--replicas", "0"], "argument --replicas: “0” is not a whole number from 1 to 1,000"),
        (["--replicas", "-2"], "argument --replicas: “-2” is not a whole number"),
        (["--replicas", "1.5"], "argument --replicas: “1.5” is not a whole number"),
        (["--replicas", "²"], "argument --replicas: “²” is not a whole number"),
        (["--replicas", "9" * 5000], "argument --replicas: “999"),
        (["--model", "./nowhere"], "argument --model: there is no folder or file “./nowhere”"),
        (["--model", "/nowhere@main"], "argument --model: there is no folder or file"),
        (["--model", "~nobody/model"], "argument --model: there is no folder or file"),
        (["--ray", "here"], "argument --ray: “here” is no address of a Ray cluster"),
        (["--ray", "a:99999"], "argument --ray: “a:99999” is no address"),
        (["--ray", "http://a:1"], "argument --ray: “http://a:1” is no address"),
    ],
)
def test_a_wrong_argument_is_named_before_ray_starts(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("address", ["local", "auto", "head:6379", "ray://head:10001", "[::1]:1"])
def test_each_kind_of_cluster_is_taken(address, monkeypatch):
    clusters = []

    def serve(names, replicas, host, port, cluster, offered):
        clusters.append(cluster)
        return nullcontext()

    monkeypatch.setattr(command, "_serving", serve)
    monkeypatch.setattr(command, "_wait_for_the_end", lambda: None)
    command.main(["transformer", "--ray", address])
    assert clusters == [address]


def test_a_port_that_is_taken_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"port {port} of “127.0.0.1”: Address already in use"):
            command.main(["transformer", "--port", str(port)])


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_a_host_that_is_not_this_machine_is_named(host, monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND_KEY", "0" * 32)
    with pytest.raises(SystemExit, match=f"cannot be served at port 8000 of “{host}”"):
        command.main(["transformer", "--host", host])


def test_a_host_for_other_machines_needs_a_key():
    with pytest.raises(SystemExit, match=r"“0.0.0.0” can be reached .* Set HEADS_UP_BACKEND_KEY"):
        command.main(["transformer", "--host", "0.0.0.0"])


def fail(*arguments, **options):
    """Raise an exception like Ray's: of no special class, with several lines."""
    raise Exception("Look at the logs.\nThe current node timed out during startup.\n")


@pytest.mark.parametrize(
    "address, sentence",
    [
        ("local", "Ray does not start on this machine: The current node timed out during startup."),
        ("auto", "No Ray cluster answers at “auto”"),
    ],
)
def test_ray_that_does_not_start_is_a_sentence(address, sentence, monkeypatch):
    ray = SimpleNamespace(init=fail, shutdown=lambda: None)
    monkeypatch.setattr(cluster, "LIBRARIES", SimpleNamespace(ray=ray, ray_serve=None))
    with pytest.raises(UserError, match=sentence):
        cluster.connect(address, 1, "serve")


@pytest.mark.parametrize("part", ["start", "run"])
def test_ray_serve_that_does_not_start_is_a_sentence(part, monkeypatch):
    ended = []
    deployment = SimpleNamespace(options=lambda **options: deployment, bind=lambda *more: None)
    serve = SimpleNamespace(
        start=lambda **options: None,
        run=lambda *arguments, **options: None,
        deployment=lambda cls: deployment,
        shutdown=lambda: ended.append("serve"),
    )
    setattr(serve, part, fail)
    ray = SimpleNamespace(shutdown=lambda: ended.append("ray"))
    monkeypatch.setattr(command, "connect", lambda *arguments: ray)
    monkeypatch.setitem(vars(command.LIBRARIES), "ray_serve", serve)
    with (
        pytest.raises(UserError, match="cannot start the models transformer: The current node"),
        command._serving(["transformer"], 1, "127.0.0.1", 8000, "auto"),
    ):
        raise AssertionError("it is served")
    assert ended == ["serve", "ray"]
