"""Options: the forms that apply, what their fields may hold, and how they are filled in."""
