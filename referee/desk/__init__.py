"""One pass: letters in, ruled on, answered; the keeper's, the judge's and the clock's acts."""
