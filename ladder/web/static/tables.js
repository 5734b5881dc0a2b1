/**
 * Tables of what is being played: of each match the newest game that is over plays by itself, the newest
 * match first. Which matches and games there are says the part of the page that renews itself.
 */

import { END, embed, openAt, pause } from "./embed.js";

/** How many tables are shown at most. */
const MOST = 4;

const place = /** @type {HTMLElement} */ (document.getElementById("tables"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("tables-playing"));
/** @type {Map<string, HTMLElement>} by the address of the replay */
const shown = new Map();
/** @type {Map<HTMLElement, {play: (on: boolean) => void}>} */
const playing = new Map();
let on = !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Play games until the match is no longer shown.
 * @param {HTMLElement} figure
 * @param {string} replay its address
 */
async function run(figure, replay) {
  const inside = await embed(/** @type {HTMLElement} */ (figure.lastElementChild));
  while (figure.isConnected) {
    try {
      const { acts, ended } = await openAt(inside, replay, { bare: true });
      playing.set(figure, acts);
      /** @type {Element} */ (figure.querySelector("figcaption span")).textContent = `game ${acts.number}`;
      acts.play(on);
      await ended;
    } catch {
      // The match or the server is away: the page tells of it, and the next look may find it.
    }
    await pause(END);
  }
}

/** @param {Element} told */
function addTable(told) {
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const heading = /** @type {Element} */ (told.querySelector("h2"));
  caption.append(...heading.cloneNode(true).childNodes, " ", document.createElement("span"));
  figure.append(caption, document.createElement("div"));
  place.prepend(figure);
  return figure;
}

/** Show what the page says is played, and no more. */
function follow() {
  const told = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#renewed [data-replay]")]).slice(-MOST);
  for (const [replay, figure] of shown) {
    if (told.some((one) => one.dataset.replay === replay)) continue;
    figure.remove();
    shown.delete(replay);
    playing.delete(figure);
  }
  for (const one of told) {
    const replay = one.dataset.replay ?? "";
    if (shown.has(replay)) continue;
    const figure = addTable(one);
    shown.set(replay, figure);
    void run(figure, replay);
  }
  /** @type {HTMLElement} */ (place.parentElement).hidden = shown.size === 0;
}

function tell() {
  button.textContent = on ? "Pause" : "Play";
  for (const acts of playing.values()) acts.play(on);
}

button.addEventListener("click", () => {
  on = !on;
  tell();
});
document.getElementById("renewed")?.addEventListener("renewed", follow);
tell();
follow();
