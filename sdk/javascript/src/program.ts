/** A bot as a program: `run` at the end of its script; `load` for anyone who wants the bot itself. */

import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

import { Client, credentials, type ClientDuplexStream } from "@grpc/grpc-js";

import type { Bot } from "./bot.js";
import { Session, WrongMoveError } from "./session.js";
import { RefereeMessage } from "./wire/arena/v1/arena.js";

const METHOD = "/arena.v1.Referee/Play";

type MakeBot = new () => Bot<any>;

// Set while `load` imports a script: what `run` was called with goes there.
let loading: MakeBot[] | undefined;
let loads = 0;

/**
 * Play the match whose referee started this program; the promise is kept when it is over. To be
 * called at the end of the bot's script.
 */
export async function run(MadeOf: MakeBot): Promise<void> {
  if (loading) {
    loading.push(MadeOf);
    return;
  }
  const address = process.env["ARENA_SOCKET"];
  if (address === undefined) {
    const folder = dirname(process.argv[1] ?? ".");
    return end(`A referee has to start this bot. Try: arena play six_nimmt ${folder} random`);
  }
  try {
    await converse(address, new Session(new MadeOf()));
  } catch (error) {
    // The sentence alone: where it was found out is no place of the author's.
    if (error instanceof WrongMoveError) end(error.message);
    throw error;
  }
}

/** Import a bot's script and return the bot that it would run: for the tests of its author. */
export async function load(script: string | URL): Promise<Bot<any>> {
  const made: MakeBot[] = [];
  loading = made;
  try {
    // A module is executed once for each URL.
    const url = typeof script === "string" ? pathToFileURL(script) : new URL(script);
    url.searchParams.set("load", String(loads++));
    await import(url.href);
  } finally {
    loading = undefined;
  }
  const MadeOf = made[0];
  if (MadeOf === undefined) throw new Error(`${script} does not call run(); it has to end with run(MyBot)`);
  return new MadeOf();
}

/** Pass messages between the stream and the session until the referee ends the stream. */
async function converse(address: string, session: Session): Promise<void> {
  const client = new Client(address, credentials.createInsecure());
  const stream: ClientDuplexStream<Uint8Array, RefereeMessage> = client.makeBidiStreamRequest(
    METHOD,
    (message: Uint8Array) => Buffer.from(message.buffer, message.byteOffset, message.length),
    (bytes: Buffer) => RefereeMessage.decode(bytes),
  );
  try {
    stream.write(session.join());
    for await (const message of stream) {
      const answer = await session.receive(message as RefereeMessage);
      if (answer) stream.write(answer);
    }
  } finally {
    client.close();
  }
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
