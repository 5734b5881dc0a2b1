/**
 * Tables of what is being played: of each match the newest game that is over plays by itself, the newest
 * match first. Which matches and games there are says the part of the page that renews itself.
 */

import { embed, pause, playThrough } from "./embed.js";
import { STILL } from "./viewer/motion.js";

/** How many tables are shown at most. */
const MOST = 4;
/** Milliseconds until a match is asked for again that cannot be shown. */
const AGAIN = 10000;

/** @typedef {{figure: HTMLElement, play: (on: boolean) => void}} Table */

const place = /** @type {HTMLElement} */ (document.getElementById("tables"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("tables-playing"));
/** @type {Map<string, Table>} by the address of the replay */
const shown = new Map();
let on = !matchMedia(STILL).matches;

/**
 * Play games until the match is no longer shown.
 * @param {Table} table
 * @param {string} replay its address
 */
async function run(table, replay) {
  const { figure } = table;
  const inside = await embed(/** @type {HTMLElement} */ (figure.lastElementChild));
  while (figure.isConnected) {
    // Where the match or the server is away, the page tells of it, and the next look may find it.
    await playThrough(inside, replay, (acts) => {
      table.play = acts.play;
      /** @type {Element} */ (figure.querySelector("figcaption span")).textContent = `game ${acts.number}`;
      acts.play(on);
    }).catch(() => pause(AGAIN));
  }
}

/** Show what the page says is played, and no more. */
function follow() {
  const told = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#renewed [data-replay]")]).slice(-MOST);
  for (const [replay, { figure }] of shown) {
    if (told.some((one) => one.dataset.replay === replay)) continue;
    figure.remove();
    shown.delete(replay);
  }
  for (const one of told) {
    const replay = one.dataset.replay ?? "";
    if (shown.has(replay)) continue;
    const { content } = /** @type {HTMLTemplateElement} */ (one.querySelector("template"));
    const figure = /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
    const table = { figure, play: () => {} };
    place.prepend(figure);
    shown.set(replay, table);
    void run(table, replay);
  }
  /** @type {HTMLElement} */ (place.parentElement).hidden = shown.size === 0;
}

function tell() {
  button.textContent = on ? "Pause" : "Play";
  for (const { play } of shown.values()) play(on);
}

button.addEventListener("click", () => {
  on = !on;
  tell();
});
document.getElementById("renewed")?.addEventListener("renewed", follow);
tell();
follow();
