/**
 * Makes what an author gets, `dist`, of `src` and of the wire contract: the SDK with all it needs as
 * one file, its types, and the licences of what is in that file.
 *
 *     make javascript
 *
 * With `--check` it makes nothing, and fails if `dist` is not what would be made.
 *
 * The file is in git, so that nobody needs npm to let a bot in JavaScript play.
 */

import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const dist = join(here, "dist");
// Beside what is there, which stays as it is if this fails.
const folder = mkdtempSync(join(tmpdir(), "sdk-"));

/** @param {string} program @param {string[]} words */
function call(program, ...words) {
  execFileSync(join(root, program), words, { cwd: here, stdio: "inherit" });
}

/** Return the text of a package's licence. @param {string} name */
function licenceOf(name) {
  const home = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const file = readdirSync(home).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? readFileSync(join(home, file), "utf8").trim() : license;
  return `${name} ${version}: ${license}\n\n${text}\n`;
}

call(".venv/bin/buf", "generate", "../../protos", "--template", "buf.gen.yaml");
call("node_modules/.bin/tsc", "--outDir", folder);
for (const inner of ["wire", "session.d.ts"]) rmSync(join(folder, inner), { recursive: true });

const made = await build({
  absWorkingDir: here,
  entryPoints: ["src/index.ts"],
  outfile: join(folder, "index.js"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  // gRPC's own status service, which no bot offers, would read a contract with it.
  external: ["@grpc/proto-loader"],
  minifySyntax: true,
  minifyWhitespace: true,
  // Node shows the line of what was thrown.
  lineLimit: 120,
  metafile: true,
  // What was written for CommonJS asks for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
copyFileSync(join(here, "resolve.js"), join(folder, "resolve.js"));
const packages = Object.keys(made.metafile.inputs).flatMap(
  (path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? [],
);
writeFileSync(
  join(folder, "LICENSES.txt"),
  [...new Set(packages)].sort().map(licenceOf).join(`\n${"-".repeat(80)}\n\n`),
);

/** @param {string} place */
function contents(place) {
  const files = readdirSync(place, { recursive: true, withFileTypes: true });
  const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath ?? one.path, one.name));
  return paths.sort().map((path) => [path.slice(place.length), readFileSync(path, "utf8")]);
}

if (process.argv[2] !== "--check") {
  rmSync(dist, { recursive: true, force: true });
  cpSync(folder, dist, { recursive: true });
} else if (!isDeepStrictEqual(contents(folder), contents(dist))) {
  console.error("sdk/javascript/dist is not what its sources make; type: make javascript");
  process.exitCode = 1;
}
rmSync(folder, { recursive: true });
