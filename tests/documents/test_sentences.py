"""The linter of sentences, which `make lint` runs, finds a sentence that has to be read twice."""

from tests.documents.sentences import MOST_WORDS, long_sentences, nounless_sentences


def test_a_sentence_of_too_many_words_is_found_in_whatever_stands_around_it() -> None:
    right, long = " ".join(["word"] * MOST_WORDS), " ".join(["word"] * (MOST_WORDS + 1))
    assert long_sentences(f"{right}\n- {right}\n- {right}") == []
    assert long_sentences(f"{right.capitalize()}. {long.capitalize()}.") == [
        f"{long.capitalize()}."
    ]
    assert long_sentences(f"```\n{long}\n```\n\n# {long}\n\n| {long} |") == []


def test_a_sentence_that_begins_with_a_question_word_is_found() -> None:
    assert (
        nounless_sentences("The bots: where they are, what they are of, and who reads them.") == []
    )
    assert nounless_sentences("What it is.") == ["What it is"]
    assert nounless_sentences("A bot.\n    Of two: Where one is; Who") == [
        "Of two",
        "Where one is",
        "Who",
    ]
