"""Several hands dealt from one deck: in how many deals all of them reach a step."""
