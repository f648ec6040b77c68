"""How a person's move is made: warnings, confirmation, automatic moves, resignation."""
