/**
 * Puts a part of the viewer into a page: with a style of its own, so in a tree of its own.
 */

/**
 * Return the place inside an element where the viewer's style counts, and only that.
 * @param {HTMLElement} host
 * @returns {Promise<HTMLElement>}
 */
export async function embed(host) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("./viewer/viewer.css", import.meta.url).href;
  const styled = new Promise((done) => style.addEventListener("load", done));
  const place = document.createElement("div");
  host.attachShadow({ mode: "open" }).append(style, place);
  await styled;
  return place;
}
