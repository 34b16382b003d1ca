"""One game: the record folded, letters ruled on, clocks, what each seat knows, rulings carried out."""
