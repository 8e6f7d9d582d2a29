"""Configurations: a YAML file over the defaults of a command. Keys that the defaults lack are refused.

Paths in a file are relative to the working directory.
"""

import copy
import pathlib

import yaml


class UserError(Exception):
    """A fault of what the user gave: one line that says where, what and what to do."""


def merge(defaults, given, where=""):
    """`given` over `defaults`; a default that is an empty dict or None takes anything."""
    out = copy.deepcopy(defaults)
    if not isinstance(given, dict):
        raise UserError(f"{where or 'the configuration'}: keys and values are expected, not {given!r}")
    for key, value in given.items():
        path = f"{where}.{key}" if where else str(key)
        if key not in defaults:
            raise UserError(f"{path}: no such key; known here: {' '.join(sorted(map(str, defaults)))}")
        if isinstance(defaults[key], dict) and defaults[key] and value is not None:
            out[key] = merge(defaults[key], value, path)
        else:
            out[key] = value
    return out


def apply(given, words):
    """KEY=VALUE words onto a nested dict, VALUE as YAML."""
    for word in words:
        key, found, value = word.partition("=")
        if not found:
            raise UserError(f"--set {word}: KEY=VALUE is expected")
        *folders, last = key.split(".")
        at = given
        for name in folders:
            if not isinstance(at.get(name), dict):
                at[name] = {}
            at = at[name]
        at[last] = yaml.safe_load(value)


def load(path, defaults, words=()):
    """The configuration of a command; without a file the words are all of it."""
    try:
        given = (yaml.safe_load(pathlib.Path(path).read_text(encoding="utf-8")) or {}) if path else {}
    except (OSError, yaml.YAMLError) as e:
        raise UserError(f"{path}: {' '.join(str(e).split())}") from e
    apply(given, words)
    return merge(defaults, given)
