/**
 * Plays the game of the page from its beginning, and goes on with that of the next page at its end. What
 * was shown stays until then.
 */

import { END, embed, openAt, pause } from "./embed.js";

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
  const [now, said] = [hostOf(page), page.querySelector("aside")];
  if (!response.ok || !now || !said) throw new Error(`status ${response.status}`);
  return () => {
    history.replaceState(null, "", next);
    document.title = page.title;
    document.querySelector("aside")?.replaceWith(said);
    Object.assign(host.dataset, { match: now.dataset.match, next: now.dataset.next });
    return now.dataset.match ?? "";
  };
}

/** @param {HTMLElement} host */
async function watch(host) {
  const place = await embed(host);
  for (let take = () => host.dataset.match ?? ""; ; take = await goOn(host)) {
    const { acts, ended } = await openAt(place, take(), { bare: true });
    host.dataset.ready = "";
    acts.play(true);
    await ended;
    await pause(END);
  }
}

const host = hostOf(document);
if (host) await watch(host).catch(() => undefined);
setTimeout(() => location.reload(), AGAIN);

// A module, so that its names are its own.
export {};
