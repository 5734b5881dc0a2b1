/**
 * Small tables of what is being played: of each match the games that are over play by themselves, the
 * newest first. Which matches and games there are says the part of the page that renews itself.
 */

import { embed } from "./embed.js";
import { develop, sceneOf, unpack } from "./viewer/frames.js";
import { drawScene } from "./viewer/scene.js";

/** How many tables are shown at most. */
const MOST = 4;
/** Milliseconds for a step, and for the end of a game. */
const STEP = 900;
const END = 4000;

const place = /** @type {HTMLElement} */ (document.getElementById("tables"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("tables-playing"));
/** @type {Map<string, SmallTable>} by the address of the replay */
const shown = new Map();
let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

class SmallTable {
  figure = document.createElement("figure");
  link = document.createElement("a");
  game = document.createElement("span");
  host = document.createElement("div");

  /** @param {string} replay its address */
  constructor(replay) {
    this.replay = replay;
    const caption = document.createElement("figcaption");
    caption.append(this.link, " ", this.game);
    this.figure.append(caption, this.host);
    place.append(this.figure);
  }

  /** Play games until the match is no longer shown. */
  async run() {
    const inside = await embed(this.host);
    while (this.figure.isConnected) {
      try {
        await this.playNewest(inside);
      } catch {
        // The match or the server is away: the page tells of it, and the next look may find it.
        await pause(END);
      }
    }
  }

  /** @param {HTMLElement} inside */
  async playNewest(inside) {
    const response = await fetch(this.replay);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const match = await response.json();
    const outline = await unpack(match.outline);
    const at = match.games.length - 1;
    const frames = develop(await unpack(match.games[at]), outline);
    const { names, number } = outline.games[at];
    this.game.textContent = `game ${number}`;
    for (const frame of frames) {
      if (!this.figure.isConnected) return;
      inside.replaceChildren(drawScene(sceneOf(frame, null, outline), { names }));
      do await pause(STEP);
      while (!playing && this.figure.isConnected);
    }
    await pause(END);
  }
}

/** Show what the page says is played, and no more. */
function follow() {
  const told = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#renewed [data-replay]")]).slice(0, MOST);
  for (const [replay, table] of shown) {
    if (told.some((one) => one.dataset.replay === replay)) continue;
    table.figure.remove();
    shown.delete(replay);
  }
  for (const one of told) {
    const replay = one.dataset.replay ?? "";
    const before = shown.get(replay);
    const table = before ?? new SmallTable(replay);
    const heading = /** @type {HTMLAnchorElement} */ (one.querySelector("a"));
    table.link.href = heading.href;
    table.link.textContent = heading.parentElement?.textContent ?? "";
    shown.set(replay, table);
    if (!before) void table.run();
  }
  /** @type {HTMLElement} */ (place.parentElement).hidden = shown.size === 0;
}

function tell() {
  button.textContent = playing ? "Pause" : "Play";
}

button.addEventListener("click", () => {
  playing = !playing;
  tell();
});
document.getElementById("renewed")?.addEventListener("renewed", follow);
tell();
follow();
