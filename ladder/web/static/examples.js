/**
 * Draws the examples of a page: each a table as one seat sees it.
 */

import { embed } from "./embed.js";
import { drawScene, readScene } from "./viewer/scene.js";

for (const host of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scene]"))) {
  const inside = await embed(host);
  const scene = readScene(JSON.parse(host.dataset.scene ?? ""));
  inside.replaceChildren(drawScene(scene, { names: ["you"], press: () => null }));
}
