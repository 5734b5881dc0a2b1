/**
 * Puts a part of the viewer into a page: with a style of its own, so in a tree of its own.
 */

import { openReplay } from "./viewer/player.js";

// Milliseconds for which the end of a game stays.
const END = 10000;

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/**
 * Return the place inside an element where the viewer's style counts, and only that. What the page has
 * in the element stays until the place has something else.
 * @param {HTMLElement} host
 * @param {string} [sheet] its style
 * @returns {Promise<HTMLElement>}
 */
export async function embed(host, sheet = "./viewer/viewer.css") {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL(sheet, import.meta.url).href;
  const styled = new Promise((done) => style.addEventListener("load", done));
  const place = document.createElement("div");
  place.append(document.createElement("slot"));
  host.attachShadow({ mode: "open" }).append(style, place);
  await styled;
  return place;
}

/**
 * Open a replay in the place of another one, which stays until this one is drawn.
 * @param {HTMLElement} place
 * @param {string} address of its data
 * @param {Parameters<typeof openReplay>[2]} [how]
 */
export async function openAt(place, address, how) {
  const response = await fetch(address);
  const match = await response.json();
  if (!response.ok) throw new Error(match.error);
  const fresh = document.createElement("div");
  const before = [...place.children];
  place.append(fresh);
  const acts = await openReplay(fresh, match, how);
  for (const one of before) one.remove();
  return { acts, ended: new Promise((done) => fresh.addEventListener("end", done, { once: true })) };
}

/**
 * Have a game play by itself in the place of another one, and its end stay for a while.
 * @param {HTMLElement} place
 * @param {string} address of its data
 * @param {(acts: import("./viewer/player.js").Opened) => void} begin
 */
export async function playThrough(place, address, begin) {
  const { acts, ended } = await openAt(place, address, { bare: true });
  begin(acts);
  await ended;
  await pause(END);
}
