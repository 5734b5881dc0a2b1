"""A wrong declaration is refused when the program starts."""

import re
from typing import Annotated, Any

import pytest
from fastapi import Query

from ladder.web import pages
from ladder.web.access import NOBODY
from ladder.web.faces import OF_ALL, Faces, find_refusal, read_handlers
from ladder.web.site import AnswerPage, Site


@pytest.fixture
def faces() -> Faces:
    def never() -> None:
        raise AssertionError

    return Faces(Site(), never)  # type: ignore[arg-type]


def test_a_question_without_an_audience_is_none(faces: Faces) -> None:
    for declare in (faces.page, faces.get):
        with pytest.raises(TypeError, match=r"missing .* required positional"):
            declare("/news")  # type: ignore[call-arg]
    assert faces.routes == []


def test_two_parameters_of_one_name_are_refused(faces: Faces) -> None:
    def news(bot: str, other: Annotated[str, Query(alias="bot")] = "") -> list[str]:
        """News of a bot."""
        return [bot, other]

    faces.get("/news/{bot}", OF_ALL)(news)
    with pytest.raises(LookupError, match=re.escape("/news/{bot} has two parameters of one name")):
        read_handlers(faces.routes)


def test_an_address_that_nobody_has_declared_is_the_organisers() -> None:
    snapshot: Any = None
    scope = {"type": "http", "method": "GET", "path": "/news"}
    refusal = find_refusal([], scope, NOBODY, snapshot)
    assert refusal is not None
    assert refusal.status == 401


@pytest.mark.parametrize("shown", [pages.GAMES, pages.GAME, pages.SEASON])
def test_a_template_that_asks_for_another_answer_is_refused(shown: AnswerPage) -> None:
    assert AnswerPage(shown.template, shown.title, shown.name) == shown
    with pytest.raises(LookupError, match=rf"{shown.template}.html asks for {shown.name}"):
        AnswerPage(shown.template, shown.title, "news")


def test_a_page_is_named_by_its_address_and_its_answer() -> None:
    page = AnswerPage("game", str.upper, "game").page("games/six", "six")
    assert (page.path, page.title, page.values) == ("games/six", "SIX", {"game": "six"})
