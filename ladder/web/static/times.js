/**
 * Tells times by the visitor's own clocks, too: a planned moment behind those of the course, and any
 * other one where it is pointed at.
 */

const STYLE = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });

function show() {
  for (const time of document.querySelectorAll("time:not([title])")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const own = new Date(time.dateTime).toLocaleString(undefined, STYLE);
    time.title = `For you ${own}`;
    if (time.dataset.local !== undefined) time.append(`, for you ${own}`);
  }
}

document.getElementById("renewed")?.addEventListener("renewed", show);
show();

// A module, so that its names are its own.
export {};
