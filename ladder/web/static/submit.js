// Lets a folder be handed in: dragged onto the form, or chosen. Its files become a tar, which is put
// into the form's field as if somebody had chosen that file. Without this program archives do.

const BLOCK = 512;
// A browser does not say which files can be run, so all can.
const MODE = "0000755";

/** @typedef {{ path: string, file: File }} Found */

/** @typedef {{ names: string[], end: string, top: string[] }} Ignored What is no part of a bot. */

/** @param {string} path from the folder's own name on @param {Ignored} ignored */
export function isIgnored(path, ignored) {
  const [, ...names] = path.split("/");
  return ignored.top.includes(names[0]) || names.some((name) =>
    name.startsWith(".") || name.endsWith(ignored.end) || ignored.names.includes(name));
}

/** @param {string} name @param {number} size @param {string} kind @returns {Uint8Array<ArrayBuffer>} a tar's header */
function header(name, size, kind) {
  const block = new Uint8Array(BLOCK), encoder = new TextEncoder();
  /** @param {number} at @param {string} text */
  const put = (at, text) => encoder.encodeInto(text, block.subarray(at, at + 100));
  put(0, name);
  put(100, MODE);
  put(124, size.toString(8).padStart(11, "0"));
  put(136, "0".repeat(11));
  put(148, " ".repeat(8));
  put(156, kind);
  put(257, "ustar\u000000");
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** @param {number} size @returns {Uint8Array<ArrayBuffer>} what fills the last block */
function padding(size) {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

/** @param {string} path @returns {Uint8Array<ArrayBuffer>} a line that says a path of any length (pax) */
function pathLine(path) {
  const rest = new TextEncoder().encode(` path=${path}\n`).length;
  let length = rest;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return new TextEncoder().encode(`${length} path=${path}\n`);
}

/** @param {Found[]} found @returns {Blob} a tar of these files */
export function pack(found) {
  /** @type {BlobPart[]} */
  const parts = [];
  for (const { path, file } of found) {
    const line = pathLine(path);
    parts.push(header("path", line.length, "x"), line, padding(line.length));
    parts.push(header("file", file.size, "0"), file, padding(file.size));
  }
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: "application/x-tar" });
}

/** @param {FileSystemEntry} entry @param {Ignored} ignored @returns {Promise<Found[]>} all files at and below it */
async function walk(entry, ignored) {
  const path = entry.fullPath.replace(/^\//, "");
  if (isIgnored(path, ignored)) return [];
  if (entry.isFile) {
    const own = /** @type {FileSystemFileEntry} */ (entry);
    return [{ path, file: await new Promise((done, fail) => own.file(done, fail)) }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {Found[]} */
  const found = [];
  for (;;) {
    /** @type {FileSystemEntry[]} A browser tells a hundred at a time. */
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    for (const one of some) found.push(...(await walk(one, ignored)));
  }
}

/** @param {HTMLFormElement} form */
function prepare(form) {
  const archive = /** @type {HTMLInputElement} */ (form.elements.namedItem("file"));
  const label = /** @type {HTMLElement} */ (form.querySelector("[data-folder]"));
  const folder = /** @type {HTMLInputElement} */ (label.querySelector("input"));
  const status = /** @type {HTMLElement} */ (form.querySelector("[data-status]"));
  /** @type {Ignored} */
  const ignored = JSON.parse(form.dataset.drop ?? "");

  /** @param {string} text */
  const say = (text) => {
    status.hidden = false;
    status.textContent = text;
  };
  /** @param {File} file */
  const choose = (file) => {
    const chosen = new DataTransfer();
    chosen.items.add(file);
    archive.files = chosen.files;
  };
  /** @param {Found[]} all */
  const take = (all) => {
    const found = all.filter(({ path }) => !isIgnored(path, ignored));
    if (!found.length) return say("There is no file in this folder.");
    const name = found[0].path.split("/")[0];
    choose(new File([pack(found)], `${name}.tar`));
    return say(`${name} is packed: ${found.length} files. Press Hand in to send it.`);
  };

  label.hidden = false;
  folder.addEventListener("change", () => {
    take([...(folder.files ?? [])].map((file) => ({ path: file.webkitRelativePath, file })));
  });
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    const item = event.dataTransfer?.items[0];
    const entry = item?.webkitGetAsEntry(), file = item?.getAsFile();
    if (entry?.isDirectory) void walk(entry, ignored).then(take, () => say("This folder cannot be read."));
    else if (file) {
      choose(file);
      say(`${file.name} is chosen. Press Hand in to send it.`);
    } else say("Drag a folder or an archive here.");
  });
}

/** Begin a line as far in as the one before. @param {HTMLTextAreaElement} program */
function keepIndentation(program) {
  program.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const before = program.value.slice(0, program.selectionStart);
    const indentation = /[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))?.[0] ?? "";
    program.setRangeText(`\n${indentation}`, program.selectionStart, program.selectionEnd, "end");
  });
}

const program = document.querySelector("textarea[data-program]");
if (program instanceof HTMLTextAreaElement) keepIndentation(program);
const form = document.querySelector("form[data-drop]");
if (form instanceof HTMLFormElement) prepare(form);
