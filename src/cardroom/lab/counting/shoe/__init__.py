"""A few cards from a shoe of several packs, drawn by the game's own conditions."""
