"""Majlis: card tables online. Everything with input and output; the rules are in `engine`."""
