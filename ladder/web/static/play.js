/**
 * The page of a table: hears what the server tells of it, sends moves, and shows the replay.
 */

import { embed, openAt, pause } from "./embed.js";
import { forget, remember } from "./own_table.js";
import { SeatTable } from "./viewer/table.js";

// How long to wait before the server is asked again that did not answer, in milliseconds.
const PAUSE = 2000;

const root = byId("table");
const notice = byId("notice");
const again = /** @type {HTMLAnchorElement} */ (byId("again"));
const table = new SeatTable(await embed(root, "./viewer/seat.css"), { play, hint });
const address = root.dataset.table ?? "";

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Ask the server; a form of a session proves with its token that it is of this site.
 * @param {string} path
 * @param {string} method
 * @param {object} [body]
 */
async function ask(path, method, body) {
  const proof = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=csrf]"));
  const headers = { "content-type": "application/json", ...(proof && { "x-csrf-token": proof.value }) };
  return fetch(`${address}${path}`, { method, headers, body: body && JSON.stringify(body) });
}

/**
 * @param {number} turn
 * @param {string} move
 */
async function play(turn, move) {
  try {
    const answer = await ask("/moves", "POST", { turn, move });
    return answer.ok ? "" : (await answer.json()).error;
  } catch {
    return "The server did not answer; play the move again.";
  }
}

/** @param {number} turn */
async function hint(turn) {
  const answer = await fetch(`${address}/hint?turn=${turn}`).catch(() => null);
  if (!answer) throw new Error("The server did not answer; ask for the hint again.");
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

/** Show what the server tells, until the match is over. */
async function follow() {
  for (let number = 0; ; ) {
    const answer = await hear(number);
    const said = await answer.json();
    if (!answer.ok) return end(said.error);
    if (said.phase === "ended") return end(said.sentence);
    table.show(said);
    if (said.phase === "over") return showReplay();
    number = said.number;
  }
}

/**
 * Return the answer of the server once there is one that will not be another in a moment.
 * @param {number} number of the state that is known
 */
async function hear(number) {
  for (;;) {
    try {
      const answer = await fetch(`${address}?after=${number}`);
      notice.textContent = "";
      if (answer.ok || answer.status === 404) return answer;
    } catch {
      notice.textContent = "The server does not answer; it is asked again.";
    }
    await pause(PAUSE);
  }
}

async function showReplay() {
  getUp();
  await pause(table.flight);
  const place = await embed(byId("replay"));
  if (!(await drawReplay(place))) return;
  byId("played").hidden = false;
  root.hidden = true;
  byId("result").focus();
  place.querySelector(".watching")?.scrollIntoView();
}

/** @param {HTMLElement} place */
async function drawReplay(place) {
  try {
    await openAt(place, `${address}/replay`, { by: { person: "you", again: again.href } });
    return true;
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
    return false;
  }
}

/** Have the server say where points were lost; the replay then has it. */
async function review() {
  const [button, told] = [/** @type {HTMLButtonElement} */ (byId("review")), byId("reviewing")];
  button.disabled = true;
  told.textContent = "Every move is tried in simulated games; that may take minutes.";
  for (;;) {
    const answer = await ask("/review", "POST").catch(() => null);
    if (answer === null) {
      told.textContent = "The server does not answer; it is asked again.";
      await pause(PAUSE);
      continue;
    }
    const said = await answer.json();
    if (!answer.ok) {
      told.textContent = said.error;
      button.disabled = false;
      return;
    }
    if (said.done) break;
  }
  told.textContent = "The replay has the moves that cost points; Try first asks you before it tells.";
  const place = /** @type {HTMLElement} */ (byId("replay").shadowRoot?.lastElementChild);
  await drawReplay(place);
}

/** Nobody plays here any more: what leads away is another table. */
function getUp() {
  forget();
  byId("leaving").hidden = true;
  again.hidden = false;
}

/** Say why the table has ended, and nothing else. @param {string} sentence */
function end(sentence) {
  getUp();
  notice.textContent = sentence;
  byId("rules").hidden = true;
  root.hidden = true;
}

byId("review").addEventListener("click", review);
byId("leave").addEventListener("click", () => ask("", "DELETE"));
remember(location.href.replace(/#.*/, ""));
follow();
