"""People say that an instruction is not new: they had said it, or it is written down."""

import pytest

from reflect.features.said_before import said_before


@pytest.mark.parametrize(
    "text",
    [
        "No. CLAUDE.md says: use pnpm.",
        "This is a pnpm project, it is written in AGENTS.md.",
        "I wrote in `AGENTS.md` that we use pnpm",
        "das steht in der AGENTS.md: pnpm",
        "c'est écrit dans AGENTS.md : pnpm",
        "aquí usamos pnpm, lo dice AGENTS.md",
        "é pnpm, está no AGENTS.md",
        "qui si usa pnpm, lo dice AGENTS.md",
        "het staat in AGENTS.md: pnpm",
        "używamy pnpm, zgodnie z AGENTS.md",
        "в AGENTS.md написано pnpm, согласно AGENTS.md",
        "AGENTS.mdに書いてある通りpnpmを使って",
        "AGENTS.md에 적혀 있잖아, pnpm",
        "AGENTS.md里写了用pnpm",
    ],
)
def test_written_down(text: str) -> None:
    assert said_before(text).written


@pytest.mark.parametrize(
    "text",
    [
        "I told you to use pnpm",
        "as I said, use pnpm",
        "How many times do I have to say it: pnpm",
        "Ich habe dir doch schon gesagt: nimm pnpm",
        "je t'ai déjà dit d'utiliser pnpm",
        "ya te dije que uses pnpm",
        "já te disse para usar pnpm",
        "te l'ho già detto: pnpm",
        "zoals ik al zei: pnpm",
        "już ci mówiłem: pnpm",
        "я же говорил: pnpm",
        "sana zaten söylemiştim: pnpm",
        "前にも言ったけどpnpmで",
        "아까도 말했잖아, pnpm",
        "我说过用pnpm",
    ],
)
def test_told_before(text: str) -> None:
    assert said_before(text).told


@pytest.mark.parametrize(
    "text",
    [
        "use pnpm here, not npm",
        "I never told you to take npm",
        "That should be documented in CLAUDE.md: use pnpm.",
        "Add to AGENTS.md: use pnpm",
        "strip AGENTS.md directives from the log",
        "can you run it again",
        "No, again: run the tests",
        "there is one more thing",
        "```\nas I said in AGENTS.md says\n```",
        "",
    ],
)
def test_new(text: str) -> None:
    said = said_before(text)
    assert not said.written
    assert not said.told
