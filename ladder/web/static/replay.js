/**
 * Puts the replay of a match into its page.
 */

import { embed, openAt } from "./embed.js";

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} place
 */
async function load(host, place) {
  try {
    await openAt(place, host.dataset.match ?? "");
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
  }
  host.dataset.ready = "";
}

/**
 * Offer the games that are over since; who looks at one of those before is not disturbed.
 * @param {HTMLElement} host
 * @param {HTMLElement} place
 */
function offerMore(host, place) {
  const more = document.createElement("button");
  more.type = "button";
  more.textContent = "Show the games that are over since";
  more.hidden = true;
  more.addEventListener("click", () => {
    more.hidden = true;
    void load(host, place);
  });
  host.before(more);
  document.getElementById("renewed")?.addEventListener("renewed", () => (more.hidden = false));
}

const host = document.getElementById("replay");
if (host) {
  const place = await embed(host);
  if (host.dataset.shown !== undefined) offerMore(host, place);
  await load(host, place);
}
