"""Acts of the human: what each turn of a session does.

Comes in: a session. Goes out: one ``Turn`` per act of its human, with the act, how sure the rules
are, and the names of the signals that spoke. Facts lead (refusals with words, interrupts, output
pasted after a delivery, the agent conceding); words of the lists in ``reflect.features.words``
are weak evidence and count only together with a place in the conversation.
"""

from reflect.features.acts.label import label

__all__ = ["label"]
