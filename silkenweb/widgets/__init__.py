"""What a person sees in a notebook: the player and its parts."""
