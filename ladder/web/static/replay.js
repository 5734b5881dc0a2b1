/**
 * Puts the replay of a match into its page.
 */

import { embed } from "./embed.js";
import { openReplay } from "./viewer/player.js";

/** @param {HTMLElement} host */
async function open(host) {
  await load(host, await embed(host));
  host.dataset.ready = "";
}

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} place
 */
async function load(host, place) {
  // Not seen before it is whole, so that nothing of it moves.
  place.style.visibility = "hidden";
  try {
    const response = await fetch(/** @type {string} */ (host.dataset.match));
    const match = await response.json();
    if (!response.ok) throw new Error(match.error);
    await openReplay(place, match);
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
  } finally {
    place.style.visibility = "";
  }
}

/**
 * Offer the games that are over since; who looks at one of those before is not disturbed.
 * @param {HTMLElement} host
 */
function offerMore(host) {
  const more = document.createElement("button");
  more.type = "button";
  more.textContent = "Show the games that are over since";
  more.hidden = true;
  more.addEventListener("click", async () => {
    more.hidden = true;
    const place = host.shadowRoot?.querySelector("div");
    if (place) await load(host, place);
  });
  host.before(more);
  document.getElementById("renewed")?.addEventListener("renewed", () => (more.hidden = false));
}

const host = document.getElementById("replay");
if (host) {
  if (host.dataset.shown !== undefined) offerMore(host);
  open(host);
}
