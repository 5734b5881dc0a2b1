"""The linter of sentences, which `make lint` runs, finds a sentence of too many words."""

from tests.documents.sentences import MOST_WORDS, long_sentences


def test_a_sentence_of_too_many_words_is_found_in_whatever_stands_around_it() -> None:
    right, long = " ".join(["word"] * MOST_WORDS), " ".join(["word"] * (MOST_WORDS + 1))
    assert long_sentences(f"{right}\n- {right}\n- {right}") == []
    assert long_sentences(f"{right.capitalize()}. {long.capitalize()}.") == [
        f"{long.capitalize()}."
    ]
    assert long_sentences(f"```\n{long}\n```\n\n# {long}\n\n| {long} |") == []
