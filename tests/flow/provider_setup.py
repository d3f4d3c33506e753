"""A server of models in the settings of the command, and the words that ask it."""

from program import Program

REVIEW = ("review", "--last", "6")
YES = ("--model", "here", "--yes-send-to", "localhost")


def set_up(program: Program, url: str, more: str = "") -> None:
    """Name the server in the settings, with ``more`` lines before it."""
    program.data.mkdir(mode=0o700, exist_ok=True)
    settings = program.data / "reflect.toml"
    settings.write_text(
        f'{more}[providers.here]\nkind = "openai"\nurl = "{url}/v1"\nmodel = "made-up-1"\n'
    )
    settings.chmod(0o600)
