"""Whole programs as language implementers write them: interpreters, chains of frames on the stack."""
SHAPES = []


def machine(p):
    raise NotImplementedError
