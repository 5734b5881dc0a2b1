"""Nobody has to read a sentence twice: none has more than 25 words."""

import pytest

from tests.documents.sentences import documents, helps, long_sentences, messages

READ = {"documents": documents, "helps": helps, "messages": messages}


@pytest.mark.parametrize("kind", READ)
def test_no_sentence_that_a_person_reads_is_long(kind: str) -> None:
    found = {
        place: sentences for place, text in READ[kind]() if (sentences := long_sentences(text))
    }
    assert found == {}
