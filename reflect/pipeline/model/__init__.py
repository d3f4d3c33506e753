"""A language model is asked: plan, the user's yes, requests, what their replies come to.

Comes in: a finished review, or questions of an evaluation. Goes out: the review with what passed
every check, and a record of each request from before it left.
"""
