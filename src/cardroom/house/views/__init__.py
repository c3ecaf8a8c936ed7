"""What people are shown: table frames, the pit, histories, transcripts."""
