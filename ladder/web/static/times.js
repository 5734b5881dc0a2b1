/**
 * Tells times by the visitor's own clocks, too: a planned moment behind those of the course, and any
 * other one where it is pointed at; and how far away the next one is.
 */

/** In the form of the pages. */
const STYLE = /** @type {const} */ ({ dateStyle: "short", timeStyle: "short" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** @param {number} seconds */
function tellAway(seconds) {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= 2 * size) ?? UNITS[2];
  return new Intl.RelativeTimeFormat("en").format(Math.round(seconds / size), unit);
}

function show() {
  for (const time of document.querySelectorAll("time:not([title])")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const moment = new Date(time.dateTime);
    const own = moment.toLocaleString("sv", STYLE);
    time.title = `For you ${own}`;
    if (time.dataset.local !== undefined) time.append(`, for you ${own}`);
    if (time.dataset.away !== undefined) time.prepend(`${tellAway((moment.getTime() - Date.now()) / 1000)}, `);
  }
}

document.getElementById("renewed")?.addEventListener("renewed", show);
show();

// A module, so that its names are its own.
export {};
