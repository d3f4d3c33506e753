"""Rules over the facts of one session: ``detect(session, baseline, thresholds) -> findings``."""
