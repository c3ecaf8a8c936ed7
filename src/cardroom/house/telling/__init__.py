"""What people are told: views, frames, transcripts, past rounds."""
