"""What rules cannot see: a language model adjudicates what they found, and sweeps for the rest.

Comes in: sessions and findings of the model, a provider the user configured and agreed to. Goes
out: judgements that passed every mechanical check, and the numbers of what did not. Counts stay
with the rules: nothing here adds to one or deletes a rule's finding.

The way of a request: ``requests`` makes it (definitions, numbered events, a closed form of the
reply), ``sending`` asks for it (second redaction, cache, retries, repair), ``verification`` drops
what does not hold, ``consensus`` joins the rest with what the rules found.
"""
