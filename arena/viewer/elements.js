/**
 * Draws elements of a page, by Preact. Every text goes in as a text node, so none is ever read as HTML.
 */

import { h, render } from "./preact.js";

/** @typedef {import("./preact.js").Node} Drawn what a page is made of, as a value; null: nothing */

export const element = h;

/**
 * Have a place of the page be what is drawn; what stays the same there keeps focus and scrolling.
 * @param {Element} place
 * @param {Drawn} drawn
 */
export function show(place, drawn) {
  render(drawn, place);
}

/** Make what is drawn, beside any page. @param {Drawn} drawn */
export function made(drawn) {
  const place = document.createElement("div");
  render(drawn, place);
  return /** @type {HTMLElement} */ (place.firstElementChild);
}

/**
 * @param {Drawn | Drawn[]} words
 * @param {() => void} act
 * @param {object} [more] attributes
 */
export function button(words, act, more = {}) {
  return element("button", { type: "button", onclick: act, ...more }, words);
}

/**
 * Draw a list to choose from, by the places of its entries.
 * @param {string} name
 * @param {number} now
 * @param {string[]} entries
 * @param {(place: number) => unknown} choose
 */
export function chosen(name, now, entries, choose) {
  return element("label", {}, element("span", {}, name),
    element("select", { value: now, onchange: (/** @type {Event} */ { target }) =>
      choose(/** @type {HTMLSelectElement} */ (target).selectedIndex) },
    entries.map((entry, place) => element("option", { value: place }, entry))));
}

/**
 * @param {string} title
 * @param {...(Drawn | Drawn[])} content
 */
export function section(title, ...content) {
  return element("section", { "aria-label": title }, element("h2", {}, title), ...content);
}

/** Text that is heard and not seen. @param {string} text */
export function heard(text) {
  return element("span", { class: "heard" }, text);
}

/** What is seen and not heard, since the same is said in words. @param {Drawn | Drawn[]} drawn */
export function seen(drawn, kind = "") {
  return element("span", { class: kind, "aria-hidden": "true" }, drawn);
}

/**
 * A stranger's text: a name, a reason. It cannot turn round the text beside it.
 * @param {string} text
 */
export function foreign(text) {
  return element("bdi", {}, readable(text));
}

/**
 * The same where only text can stand, such as in a list to choose from: with signs that isolate.
 * @param {string} text
 */
export function isolated(text) {
  return `\u2068${readable(text)}\u2069`;
}

/**
 * Return a text with escapes for what is not seen or steers: control characters but the end of a
 * line and the tab, what turns the direction of writing, half a pair of UTF-16.
 * @param {string} text
 */
export function readable(text) {
  return text.replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (letter) => {
    const number = /** @type {number} */ (letter.codePointAt(0)).toString(16);
    return number.length > 4 ? `\\u{${number}}` : `\\u${number.padStart(4, "0")}`;
  });
}
