/**
 * Lets a bot of any folder import "arena-sdk", as in a container, where it is installed:
 *
 *     node --import /path/to/resolve.js bot.js
 */

import * as module from "node:module";
import { isMainThread } from "node:worker_threads";

const SDK = new URL("index.js", import.meta.url).href;

/** Say where a module is. @type {module.ResolveHookSync & module.ResolveHook} */
export function resolve(specifier, context, next) {
  return specifier === "arena-sdk" ? { url: SDK, shortCircuit: true } : next(specifier, context);
}

// Older versions of Node ask for it in a thread, which runs this file as well.
if (module.registerHooks) module.registerHooks({ resolve });
else if (isMainThread) module.register(import.meta.url);
