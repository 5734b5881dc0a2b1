/**
 * Plays the game of the page from its beginning, and goes on with that of the next page at its end. What
 * was shown stays until then. A page without a game of its own, as the front is, begins with the next.
 */

import { embed, pause, playThrough } from "./embed.js";
import { STILL } from "./viewer/motion.js";

/** Milliseconds until a page is asked for again where nothing could be shown. */
const AGAIN = 30000;

/** @param {Document} page */
function hostOf(page) {
  return page.getElementById("replay");
}

/** Take over what the next page says beside its table. @param {HTMLElement} host */
async function goOn(host) {
  const next = host.dataset.next ?? "";
  const response = await fetch(next);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [now, said, aside] = [hostOf(page), page.querySelector("aside"), document.querySelector("aside")];
  if (!response.ok || !now || !said) throw new Error(`status ${response.status}`);
  return () => {
    if (aside) history.replaceState(null, "", next);
    aside?.replaceWith(said);
    Object.assign(host.dataset, { match: now.dataset.match, next: now.dataset.next });
    return now.dataset.match ?? "";
  };
}

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} place
 */
async function watch(host, place) {
  const isTv = host.dataset.match !== undefined;
  for (let take = isTv ? () => host.dataset.match ?? "" : await goOn(host); ; take = await goOn(host)) {
    await playThrough(place, take(), (acts) => {
      host.dataset.ready = "";
      acts.play(isTv || !matchMedia(STILL).matches);
    });
  }
}

const host = hostOf(document);
if (!host) setTimeout(() => location.reload(), AGAIN);
const place = host && (await embed(host));
while (host && place) {
  await watch(host, place).catch(() => undefined);
  await pause(AGAIN);
}

// A module, so that its names are its own.
export {};
