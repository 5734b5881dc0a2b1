/**
 * Puts the replay of a match into its page.
 */

import { embed, openAt } from "./embed.js";
import { button, made } from "./viewer/elements.js";

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} place
 */
async function load(host, place) {
  await openAt(place, host.dataset.match ?? "").catch(({ message }) => (place.textContent = message));
  host.dataset.ready = "";
}

/**
 * Offer the games that are over since; who looks at one of those before is not disturbed.
 * @param {HTMLElement} host
 * @param {HTMLElement} place
 */
function offerMore(host, place) {
  const more = made(button("Show the games that are over since", () => {
    more.hidden = true;
    void load(host, place);
  }, { hidden: true }));
  host.before(more);
  document.getElementById("renewed")?.addEventListener("renewed", () => (more.hidden = false));
}

const host = document.getElementById("replay");
if (host) {
  const place = await embed(host);
  if (host.dataset.shown !== undefined) offerMore(host, place);
  await load(host, place);
}
