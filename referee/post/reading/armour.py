"""Texts signed or encrypted by OpenPGP within the text: the armour is marked, the text stays."""

from dataclasses import replace

from referee.post.reading.flowed import Line

SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
END_SIGNATURE = "-----END PGP SIGNATURE-----"
SEALED = "-----BEGIN PGP MESSAGE-----"
END_SEALED = "-----END PGP MESSAGE-----"


def unarmoured(lines: list[Line]) -> tuple[list[Line], bool]:
    """The lines with dash-escapes undone (RFC 9580 7.2) and armour marked `footer`; and whether a part is encrypted.

    Armour within a quote is left to the code that cuts quotes.
    """
    done: list[Line] = []
    inside, sealed = "", False
    for line in lines:
        text = line.text.rstrip()
        began = {SIGNED: "headers", SIGNATURE: "signature", SEALED: "sealed"}.get(text, "")
        if began and not (began == "signature" and inside != "text"):
            inside, sealed = began, sealed or began == "sealed"
            done.append(replace(line, why=line.why or "footer"))
        elif inside in {"signature", "sealed"}:
            inside = "" if text in {END_SIGNATURE, END_SEALED} else inside
            done.append(replace(line, why=line.why or "footer"))
        elif inside == "headers":
            inside = "headers" if text else "text"
            done.append(replace(line, why=line.why or "footer"))
        else:
            done.append(replace(line, text=line.text.removeprefix("- ")) if inside == "text" else line)
    return done, sealed
