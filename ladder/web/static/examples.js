/**
 * Draws the examples of a page: each a table as one seat sees it.
 */

import { embed } from "./embed.js";
import { element, show } from "./viewer/elements.js";
import { drawScene, readScene } from "./viewer/scene.js";

for (const host of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scene]"))) {
  const inside = await embed(host);
  const scene = readScene(JSON.parse(host.dataset.scene ?? ""));
  const names = Array.from({ length: scene.seats }, (_, seat) => (seat === scene.seat ? "you" : `seat ${seat}`));
  show(inside, element("div", { class: "stage" }, drawScene(scene, { names, press: () => null })));
}
