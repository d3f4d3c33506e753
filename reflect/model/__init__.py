"""The nouns of the project: frozen values without behaviour, known to every other folder."""
