"""Options: what a speaker may do now, as forms. Declarations say what can be asked, the answer what is legal now."""
