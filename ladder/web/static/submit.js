// Lets a folder be handed in: dragged onto the form, or chosen. Its files are sent instead of an
// archive, each by its path. Without this program archives do.

/** @typedef {{ path: string, file: File }} Found */

/** @typedef {{ names: string[], end: string, top: string[] }} Ignored What is no part of a bot. */

/** @param {string} path from the folder's own name on @param {Ignored} ignored */
export function isIgnored(path, ignored) {
  const [, ...names] = path.split("/");
  return ignored.top.includes(names[0]) || names.some((name) =>
    name.startsWith(".") || name.endsWith(ignored.end) || ignored.names.includes(name));
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
  /** @type {Found[]} The files of the folder, if one was chosen last. */
  let found = [];

  /** @param {string} text */
  const say = (text) => {
    status.hidden = false;
    status.textContent = text;
  };
  /** @param {Found[]} all */
  const take = (all) => {
    found = all.filter(({ path }) => !isIgnored(path, ignored));
    archive.required = !found.length;
    if (!found.length) return say("There is no file in this folder.");
    return say(`${found[0].path.split("/")[0]} is chosen: ${found.length} files. Press Hand in to send it.`);
  };

  label.hidden = false;
  folder.addEventListener("change", () => {
    take([...(folder.files ?? [])].map((file) => ({ path: file.webkitRelativePath, file })));
  });
  archive.addEventListener("change", () => (found = []));
  form.addEventListener("formdata", ({ formData }) => {
    for (const { path, file } of found) formData.append("folder", file, path);
  });
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    const entry = event.dataTransfer?.items[0]?.webkitGetAsEntry();
    if (!entry) say("Drag a folder or an archive here.");
    else if (entry.isDirectory) void walk(entry, ignored).then(take, () => say("This folder cannot be read."));
    else {
      archive.files = event.dataTransfer?.files ?? null;
      found = [];
      say(`${entry.name} is chosen. Press Hand in to send it.`);
    }
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
