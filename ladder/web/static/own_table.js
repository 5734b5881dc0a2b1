/**
 * Leads a visitor back to their table: in the header of each page while it lives, and instead of to
 * another table. The browser alone keeps which one it is, as anyone who knows its address has its seat.
 */

const KEY = "table";

/** @param {string} address of the page of a table */
export function remember(address) {
  localStorage.setItem(KEY, address);
}

export function forget() {
  localStorage.removeItem(KEY);
}

/**
 * Say whether a match is still played at a table.
 * @param {string} address
 */
async function lives(address) {
  const answer = await fetch(new URL(`../api/v1/tables/${address.split("/").at(-1)}`, address));
  if (answer.status === 404) return false;
  return !["over", "ended"].includes((await answer.json()).phase);
}

/** @param {string} address */
function lead(address) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = "Your table";
  const item = document.createElement("li");
  item.append(link);
  document.querySelector("nav[aria-label=Site] ul")?.append(item);
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.hasAttribute("data-sit")) return;
    event.preventDefault();
    location.assign(address);
  });
}

async function look() {
  const address = localStorage.getItem(KEY);
  if (!address || location.href.startsWith(address)) return;
  if (await lives(address)) lead(address);
  else forget();
}

void look().catch(() => undefined);
