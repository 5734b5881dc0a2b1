/**
 * Makes elements of a page. Every text goes in as a text node, so none is ever read as HTML.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean>} Attributes false leaves one out */
/** @typedef {(Node | string)[]} Children */

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawing(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElementTagNameMap[Tag]} */ (document.createElementNS(SVG, tag));
  return filled(made, attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Attributes} attributes
 * @param {Children} children
 * @returns {Made}
 */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** Text that is heard and not seen. @param {string} text */
export function heard(text) {
  return element("span", { class: "heard" }, text);
}

/** Text that is seen and not heard, since the same is said in words. @param {string} text */
export function seen(text, kind = "") {
  return element("span", { class: kind, "aria-hidden": "true" }, text);
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
