"""The door: nothing enters the warehouse or leaves it before secrets are taken out.

Comes in: texts as the clients wrote them. Goes out: ``Redacted`` texts, where a secret is a
place-holder and the home folder is ``~``. Only this folder seals user text. One list of rules
(``rules/*.toml``), two ways to search: polars over a batch, Python's `re` over a text; same result.
"""
