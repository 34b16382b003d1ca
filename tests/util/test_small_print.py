"""Texts of ours on a page: numbers of rules as small print, words of orders in bold, and nothing of it unescaped."""

from referee.util.flowing import set_back


def test_words_between_backticks_are_bold_and_all_else_is_escaped() -> None:
    """One alone stays, and so do those of two lines."""
    assert set_back("With `halt` <b> it ends. [4.1]") == (
        "With <strong>halt</strong> &lt;b&gt; it ends. <small>[4.1]</small>"
    )
    assert set_back("`a<b`") == "<strong>a&lt;b</strong>"
    assert set_back("one ` alone") == "one ` alone"
    assert set_back("one `\n` broken") == "one `\n` broken"
