"""How the parts are started: several web processes share one socket, their threads and their figures."""

from config.embedded.layout import Layout
from config.embedded.recipes import kind, recipes


def test_web_processes_share_a_socket_threads_and_figures(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("WEB_THREADS", raising=False)
    made = {each.name: each for each in recipes(Layout(tmp_path), 7, 2, web_processes=2)}
    assert list(made) == ["web", "web-2", "worker", "beat", "sweep"]
    assert [kind(name) for name in made] == ["web", "web", "worker", "beat", "sweep"]
    first, second = made["web"], made["web-2"]
    assert (first.command, first.env, first.keep_fds) == (second.command, second.env, (7,))
    assert first.env["WEB_THREADS"] == "4"
    assert first.env["PROMETHEUS_MULTIPROC_DIR"] == str(Layout(tmp_path).run / "figures")


def test_one_web_process_has_all_threads_and_none_is_started_without_a_socket(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("WEB_THREADS", raising=False)
    (web,) = [each for each in recipes(Layout(tmp_path), 7, 2) if each.name == "web"]
    assert (web.env["WEB_THREADS"], "PROMETHEUS_MULTIPROC_DIR" in web.env) == ("8", False)
    assert [each.name for each in recipes(Layout(tmp_path), None, 2)] == ["worker", "beat", "sweep"]
