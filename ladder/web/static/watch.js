// Shows the steps of a check as they happen: asks for the same page again until the check is over.
// Without this program a link on the page does that.

const PAUSE = 2000;

/** @param {string} name @param {ParentNode} [page] @returns {HTMLElement | null} */
function part(name, page = document) {
  return page.querySelector(`[data-${name}]`);
}

/** @returns {Promise<Document>} the page as it is now */
async function load() {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** @param {Document} page */
function show(page) {
  const shown = part("watch"), now = part("watch", page), status = part("status");
  if (!shown || !now || shown.innerHTML === now.innerHTML) return;
  shown.dataset.watch = now.dataset.watch;
  const state = part("state", page)?.textContent ?? "";
  shown.replaceChildren(...now.childNodes);
  if (status) status.textContent = state;
}

async function watch() {
  while (part("watch")?.dataset.watch === "going on") {
    await new Promise((done) => setTimeout(done, PAUSE));
    // A server that is away for a while is asked again.
    await load().then(show, () => undefined);
  }
}

void watch();

// A module, so that its names are its own.
export {};
