"""A guest's way in a real browser: by the code, to where bots are handed in."""

from pathlib import Path

from playwright.sync_api import Browser

from ladder.store.opening import open_store
from tests.browsing import open_page
from tests.ladder.conftest import StartLadder
from tests.ladder.servers import wait_for_address
from tests.ladder.uploading import open_ladder
from tests.ladder.web.test_join import CODE, guests_of, open_code


def test_a_guest_joins_by_the_code_logs_in_and_is_where_bots_are_handed_in(
    browser: Browser, tmp_path: Path, start_ladder: StartLadder
) -> None:
    place = tmp_path / "ladder.db"
    open_ladder(place, "one").close()
    with open_store(str(place)) as store:
        open_code(store)
    address = wait_for_address(start_ladder("serve", "--port", "0"))
    page = open_page(browser)
    page.goto(f"{address}take-part")
    page.get_by_role("link", name="join", exact=True).click()
    page.get_by_label("The organiser's code").fill("not the code")
    page.get_by_label("Your name here").fill("Zoë")
    page.get_by_role("button", name="Join").click()
    assert page.get_by_role("alert").inner_text() == "This code is not known here."
    page.get_by_label("The organiser's code").fill(CODE)
    page.get_by_role("button", name="Join").click()
    assert "shown this one time" in page.get_by_role("status").inner_text()
    assert page.get_by_role("definition").first.inner_text() == f"{address}login"
    page.get_by_role("button", name="Log in and hand in a bot").click()
    page.wait_for_url(f"{address}submit")
    assert page.get_by_role("button", name="Log out").first.is_visible()
    page.context.close()
    assert guests_of(place) == ["author-1"]
