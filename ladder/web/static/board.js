/**
 * Lets a reader sort a table by a press on one of its heads, and marks the rows of who is logged in.
 *
 * Without this program a table is in the order in which its server gives it, and nothing is marked.
 */

/** @typedef {{column: number, isNumber: boolean, descending: boolean}} Order */

/** By the name of a table the order that somebody chose. @type {Map<string, Order>} */
const chosen = new Map();

/** @param {HTMLTableElement} table */
function nameOf(table) {
  return table.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
}

/** Where a head's figures stand: in the last of the columns that it spans. @param {HTMLTableCellElement} head */
function columnOf(head) {
  const { cells } = /** @type {HTMLTableRowElement} */ (head.parentElement);
  return [...cells].slice(0, head.cellIndex + 1).reduce((column, { colSpan }) => column + colSpan, -1);
}

/** @param {HTMLTableCellElement} cell */
function textOf(cell) {
  return (cell.querySelector("data")?.value ?? cell.textContent ?? "").trim();
}

/** A cell's number, or null. @param {HTMLTableCellElement} cell */
function numberOf(cell) {
  const found = /^[+-]?[\d,]*\.?\d+/.exec(textOf(cell).replace("−", "-"));
  return found ? Number(found[0].replaceAll(",", "")) : null;
}

/**
 * Compare two cells; of numbers, those that have none come last.
 * @param {HTMLTableCellElement} one
 * @param {HTMLTableCellElement} other
 * @param {Order} order
 */
function compare(one, other, { isNumber, descending }) {
  const sign = descending ? -1 : 1;
  if (!isNumber) return sign * textOf(one).localeCompare(textOf(other));
  const [a, b] = [numberOf(one), numberOf(other)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** @param {HTMLTableElement} table @param {Order} order */
function sort(table, order) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const cell = (/** @type {HTMLTableRowElement} */ row) => row.cells[order.column];
  body.append(...rows.sort((one, other) => compare(cell(one), cell(other), order)));
  for (const head of table.tHead?.rows[0].cells ?? []) {
    if (columnOf(head) !== order.column) head.removeAttribute("aria-sort");
    else head.setAttribute("aria-sort", order.descending ? "descending" : "ascending");
  }
}

/** Numbers begin with the most, names with the first. @param {HTMLTableElement} table @param {HTMLTableCellElement} head */
function press(table, head) {
  const column = columnOf(head);
  const before = chosen.get(nameOf(table));
  const isNumber = head.classList.contains("number") || head.colSpan > 1;
  const descending = before?.column === column ? !before.descending : isNumber;
  const order = { column, isNumber, descending };
  chosen.set(nameOf(table), order);
  sort(table, order);
}

/** Put a button into each head. @param {HTMLTableElement} table */
function prepare(table) {
  for (const head of table.tHead?.rows[0].cells ?? []) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => press(table, head));
    head.append(button);
  }
  const order = chosen.get(nameOf(table));
  if (order) sort(table, order);
}

/** @param {HTMLTableElement} table @param {string} author */
function mark(table, author) {
  for (const row of table.tBodies[0].rows) {
    if (row.dataset.author !== author) continue;
    const tag = document.createElement("span");
    tag.className = "tag";
    tag.textContent = "yours";
    row.classList.add("own");
    row.querySelector("th")?.append(" ", tag);
  }
}

function show() {
  const author = document.querySelector("[data-visitor]")?.getAttribute("data-visitor");
  for (const table of document.querySelectorAll("table.board")) {
    if (!(table instanceof HTMLTableElement)) continue;
    prepare(table);
    if (author) mark(table, author);
  }
}

document.getElementById("renewed")?.addEventListener("renewed", show);
show();

// A module, so that its names are its own.
export {};
