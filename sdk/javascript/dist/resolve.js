/**
 * Lets a bot of any folder import "arena-sdk", as in a container, where it is installed:
 *
 *     node --import /path/to/resolve.js bot.js
 */

import * as module from "node:module";
import { isMainThread } from "node:worker_threads";

const OURS = { url: new URL("index.js", import.meta.url).href, shortCircuit: true };

/** Say where a module is; a bot that has the SDK among its files gets that one, as in a container. */
export function resolve(specifier, context, next) {
  if (specifier !== "arena-sdk") return next(specifier, context);
  try {
    const found = next(specifier, context);
    // In a thread it is a promise.
    return found instanceof Promise ? found.catch(() => OURS) : found;
  } catch {
    return OURS;
  }
}

// Older versions of Node ask for it in a thread, which runs this file as well.
if (module.registerHooks) module.registerHooks({ resolve });
else if (isMainThread) module.register(import.meta.url);
