"""A question of the bulk way: an expression, and what is searched for where it hits."""

from reflect.model.frozen import dataclass
from reflect.redaction.opened import Opened


@dataclass(frozen=True, slots=True)
class Question:
    """An expression, and what the windows in which it hits are searched for."""

    expression: str
    """For Rust's regex."""
    opens: Opened
    """What a hit opens."""
    finer: "tuple[Question, ...]" = ()
    """Asked of the windows instead of this one, where it hits in a block; each opens something."""
