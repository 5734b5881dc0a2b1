/**
 * Renews the part of a page that changes as matches are played: what its server makes of it then.
 *
 * The part says which events it depends on. It is fetched again after one of these, and after every
 * connection, so nothing is missed. What no event tells of, as a check, is fetched again while it goes on. Focus, scrolling and what was opened stay; what is new is said
 * to who does not see. A page that nobody looks at asks for nothing.
 */

/** Milliseconds between two renewals, at least, and what is added so that not all come at once. */
const PAUSE = 1000;
const SPREAD = 1000;
/** Milliseconds between two announcements, at least. */
const QUIET = 10000;
const FOCUSABLE = "a, button, input, select, summary, [tabindex]";

/** What of an element stays the same when the page is made again. @param {Element} element */
function nameOf(element) {
  const parts = [element.getAttribute("href"), element.getAttribute("aria-label"), element.textContent];
  return [element.tagName, ...parts].join("\n");
}

/**
 * Put new content into a part, and leave focus and scrolling as they are.
 * @param {HTMLElement} part
 * @param {Element} fresh
 */
function swap(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const wanted = focused && nameOf(focused);
  const aside = new Map([...part.querySelectorAll("[tabindex]")].map((one) => [nameWide(one), one.scrollLeft]));
  const open = new Set([...part.querySelectorAll("details[open] > summary")].map(nameOf));
  part.replaceChildren(...fresh.childNodes);
  part.dispatchEvent(new CustomEvent("renewed"));
  for (const one of part.querySelectorAll("[tabindex]")) one.scrollLeft = aside.get(nameWide(one)) ?? 0;
  for (const one of part.querySelectorAll("details > summary")) {
    if (open.has(nameOf(one))) /** @type {HTMLDetailsElement} */ (one.parentElement).open = true;
  }
  const again = wanted && [...part.querySelectorAll(FOCUSABLE)].find((one) => nameOf(one) === wanted);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {Element} wide */
function nameWide(wide) {
  return wide.getAttribute("aria-label");
}

class Renewal {
  /** @type {EventSource | null} */
  source = null;
  /** @type {number | undefined} */
  timer = undefined;
  last = 0;
  said = 0;

  /** @param {HTMLElement} part */
  constructor(part) {
    this.part = part;
    this.shown = part.innerHTML;
    document.addEventListener("visibilitychange", () => this.listenOrNot());
    // A page that is kept for the way back keeps no connection.
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.listenOrNot());
    this.listenOrNot();
  }

  /** Whether the part will be another one, though no event tells of it. */
  get goesOn() {
    return this.part.querySelector("[data-goes-on]") !== null;
  }

  listenOrNot() {
    if (document.hidden) this.stop();
    else if (this.goesOn) this.plan();
    else if (this.source === null && this.part.dataset.feed) this.listen();
  }

  listen() {
    const { feed = "", events = "" } = this.part.dataset;
    this.source = new EventSource(feed);
    for (const name of events.split(" ")) this.source.addEventListener(name, () => this.plan());
    // After a refusal a browser does not try again by itself.
    this.source.addEventListener("error", () => {
      if (this.source?.readyState !== EventSource.CLOSED) return;
      this.stop();
      this.timer = setTimeout(() => this.listenOrNot(), 30 * PAUSE);
    });
  }

  stop() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Renew soon; what happens until then is seen by that, too. */
  plan() {
    const wait = Math.max(0, this.last + PAUSE - Date.now()) + Math.random() * SPREAD;
    this.timer ??= setTimeout(() => this.renew(), wait);
  }

  async renew() {
    this.timer = undefined;
    this.last = Date.now();
    try {
      const response = await fetch(location.href, { cache: "no-cache" });
      await this.show(response);
    } catch {
      // The server is away: the next connection, or the next look, leads here again.
    }
    if (this.goesOn) this.listenOrNot();
  }

  /** @param {Response} response */
  async show(response) {
    if (response.redirected) return this.lead(response.url);
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const part = fresh.getElementById("renewed");
    if (!response.ok || !part) return this.tell(fresh.querySelector("main p")?.textContent ?? "");
    if (part.innerHTML === this.shown) return undefined;
    this.shown = part.innerHTML;
    swap(this.part, part);
    return this.announce(this.part.querySelector("[data-state]")?.textContent ?? part.dataset.news ?? "");
  }

  /** Say that what is shown here is over, and where it goes on. @param {string} address */
  lead(address) {
    this.stop();
    const link = document.createElement("a");
    link.href = address;
    link.textContent = "It is over: the match with its result";
    const said = document.createElement("p");
    said.className = "notice";
    said.append(link);
    this.part.prepend(said);
    this.tell("The match is over.");
  }

  /** @param {string} news */
  announce(news) {
    if (news === this.part.dataset.news || (this.source && Date.now() < this.said + QUIET)) return;
    this.part.dataset.news = news;
    this.said = Date.now();
    this.tell(news);
  }

  /** @param {string} text */
  tell(text) {
    const place = document.getElementById("news");
    if (place && place.textContent !== text) place.textContent = text;
  }
}

const part = document.getElementById("renewed");
if (part) new Renewal(part);
