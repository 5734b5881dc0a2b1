/**
 * Plays the game of the page from its beginning, and goes to the page of the next one at its end.
 */

import { embed } from "./embed.js";
import { openReplay } from "./viewer/player.js";

/** Milliseconds for which the end of a game stays. */
const END = 10000;
/** Milliseconds until a page is asked for again where nothing could be shown. */
const AGAIN = 30000;

/** @param {HTMLElement} host */
async function watch(host) {
  const { match = "", position = "", next = "" } = host.dataset;
  history.replaceState(null, "", position);
  const place = await embed(host);
  const response = await fetch(match);
  if (!response.ok) throw new Error(`status ${response.status}`);
  place.addEventListener("end", () => setTimeout(() => location.replace(next), END), { once: true });
  const replay = await openReplay(place, await response.json());
  host.dataset.ready = "";
  replay.play();
}

function tryAgain() {
  setTimeout(() => location.reload(), AGAIN);
}

const host = document.getElementById("replay");
if (host) watch(host).catch(tryAgain);
else tryAgain();
