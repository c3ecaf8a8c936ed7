"""What holds for every test."""

from hypothesis import settings

# A test asks what comes out, never how long it takes: on a busy machine anything may take long.
settings.register_profile("cardroom", deadline=None)
settings.load_profile("cardroom")
