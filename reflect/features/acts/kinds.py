"""The kinds of signals, by what they rest on: which need words of a language, and whose."""

from collections.abc import Mapping

SIGNAL_KINDS: Mapping[str, tuple[str, ...]] = {
    "records": (
        "refusal_with_words",
        "failing_output_pasted",
        "same_paste_again",
        "request_repeated",
        "own_command_failed",
        "quotes_the_agent",
        "picture_after_delivery",
        "agent_puts_back",
        "agent_rewrites",
        "remark_then_rewrite",
        "messages_taken_back",
        "right_after_interrupt",
        "question_after_delivery",
        "reads_like_a_review",
    ),
    "the agent's words": (
        "agent_concedes",
        "agent_repairs",
        "agent_welcomes",
        "agent_had_asked",
    ),
    "the human's words": (
        "blame",
        "instead",
        "failure_words",
        "still",
        "symptom",
        "doubt",
        "asks_why",
        "undo",
        "says_it_again",
        "more_than_asked",
        "contrast",
        "objection",
        "asks_for_agreement",
        "plain_complaint",
        "not_everywhere",
        "nothing_changed",
        "says_what_is_not",
        "retracted",
        "approval_words",
        "praise_first",
        "order_to_commit",
        "request_first",
        "wants_discussion",
    ),
}
"""Kind → names of its signals. Records hold in any language; a concession of the agent is told by
words of the agent, which no team decides; the rest by what people say."""
