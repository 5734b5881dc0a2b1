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
const [seat, replay] = await Promise.all([embed(root, "./viewer/seat.css"), embed(byId("replay"))]);
const table = new SeatTable(seat, { play, hint });
const address = root.dataset.table ?? "";

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Ask the server; a form of a session proves with its token that it is of this site. Null: no answer.
 * @param {string} path
 * @param {string} [method]
 * @param {object} [body]
 */
async function ask(path, method = "GET", body = undefined) {
  const proof = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=csrf]"));
  const headers = { "content-type": "application/json", ...(proof && { "x-csrf-token": proof.value }) };
  try {
    const answer = await fetch(`${address}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { ok: answer.ok, status: answer.status, said: await answer.json() };
  } catch {
    return null;
  }
}

/**
 * Ask until the server answers; meanwhile a place of the page says that it does not.
 * @param {HTMLElement} place
 * @param {string} path
 * @param {string} [method]
 */
async function insist(place, path, method) {
  for (;;) {
    const answer = await ask(path, method);
    if (answer) return answer;
    place.textContent = "The server does not answer; it is asked again.";
    await pause(PAUSE);
  }
}

/**
 * @param {number} turn
 * @param {string} move
 */
async function play(turn, move) {
  const answer = await ask("/moves", "POST", { turn, move });
  return answer ? answer.said.error ?? "" : "The server did not answer; play the move again.";
}

/** @param {number} turn */
async function hint(turn) {
  const answer = await ask(`/hint?turn=${turn}`);
  if (answer?.ok) return answer.said;
  throw new Error(answer?.said.error ?? "The server did not answer; ask for the hint again.");
}

/** Show what the server tells, until the match is over. */
async function follow() {
  for (let number = 0; ; ) {
    const { ok, status, said } = await insist(notice, `?after=${number}`);
    notice.textContent = "";
    if (status === 404 || said.phase === "ended") return end(said.error ?? said.sentence);
    if (ok) {
      table.show(said);
      if (said.phase === "over") return showReplay();
      number = said.number;
    } else await pause(PAUSE);
  }
}

async function showReplay() {
  getUp();
  await pause(table.flight);
  if (!(await drawReplay())) return;
  byId("played").hidden = false;
  root.hidden = true;
  byId("result").focus();
  replay.querySelector(".watching")?.scrollIntoView();
}

/** Draw the replay, or say why there is none. */
async function drawReplay() {
  const by = { person: "you", again: again.href };
  const wrong = await openAt(replay, `${address}/replay`, { by }).then(() => "", ({ message }) => message);
  notice.textContent = wrong;
  return !wrong;
}

/** Have the server say where points were lost; the replay then has it. */
async function review() {
  const [button, told] = [/** @type {HTMLButtonElement} */ (byId("review")), byId("reviewing")];
  button.disabled = true;
  told.textContent = "Every move is tried in simulated games; that may take minutes.";
  let { ok, said } = await insist(told, "/review", "POST");
  while (ok && !said.done) ({ ok, said } = await insist(told, "/review", "POST"));
  button.disabled = ok;
  told.textContent = ok ? "The replay has the moves that cost points; Try first asks you before it tells." : said.error;
  if (ok) await drawReplay();
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
