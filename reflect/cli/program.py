"""The page of the program itself."""

HELP = """Reads your coding-agent sessions and says what keeps going wrong, with evidence.

\b
  reflect demo               a true report on sample sessions, in ten seconds
  reflect review             your last five sessions, on one screen
  reflect week               the last seven days beside the seven before
  reflect show F-1           the evidence of a finding, where it stands
  reflect explain CODE       what a code means, and when it is wrong

Everything stays on this machine: no account, and nothing is sent.
"""
