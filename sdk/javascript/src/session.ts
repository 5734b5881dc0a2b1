/** The client's side of the protocol, without input or output of its own. */

import { createHash } from "node:crypto";
import { inspect } from "node:util";

import { type Bot, Turn } from "./bot.js";
import { fieldOf, type GameName } from "./games.js";
import { Random } from "./random.js";
import { BotMessage, type DeepPartial, type RefereeMessage, type Start } from "./wire/arena/v1/arena.js";

const REVISION = 1;

/** What `choose` has returned is no move. */
export class WrongMoveError extends TypeError {}

/** Answers the referee's messages with a bot. */
export class Session {
  readonly #bot: Bot;
  #game: GameName | undefined;
  #seed: Uint8Array = new Uint8Array();
  #questions = 0;

  constructor(bot: Bot) {
    this.#bot = bot;
  }

  /** Return the message that opens the stream. */
  join(): Uint8Array {
    return write({ join: { revision: REVISION, events: this.#bot.wantsEvents } });
  }

  /** Let the bot deal with a message; return its answer if the message asks for one. */
  async receive(message: RefereeMessage): Promise<Uint8Array | undefined> {
    if (message.start) await this.#start(message.start);
    else if (message.over) await this.#bot.over(message.over);
    else if (message.turn) return this.#choose(message.turn);
    return undefined;
  }

  async #start(start: Start): Promise<void> {
    fieldOf(start.game);
    this.#game = start.game as GameName;
    this.#seed = start.seed;
    this.#questions = 0;
    this.#renewLuck();
    await this.#bot.start(start);
  }

  async #choose(message: NonNullable<RefereeMessage["turn"]>): Promise<Uint8Array> {
    if (this.#game === undefined) throw new Error("the referee sent a Turn before any Start");
    this.#questions += 1;
    this.#renewLuck();
    const turn = new Turn(this.#game, message);
    const move = await this.#bot.choose(turn);
    if (typeof move !== "object" || move === null) throw new WrongMoveError(wrong(move));
    const index = turn.legal.indexOf(move);
    // A move that somebody made again is said by itself: if it is illegal, the verdict tells how.
    const chosen = index >= 0 ? { index } : { move: { [fieldOf(this.#game)]: move } };
    try {
      return write({ choice: { turn: message.number, ...chosen } });
    } catch {
      throw new WrongMoveError(wrong(move));
    }
  }

  /** Give the bot a generator whose seed is the game's and how many questions were asked in it. */
  #renewLuck(): void {
    const hash = createHash("sha256").update(this.#seed).update(String(this.#questions)).digest();
    this.#bot.rng = new Random(hash.subarray(0, 16));
  }
}

/** Return a message as bytes; what it does not say is 0 or empty. */
function write(message: DeepPartial<BotMessage>): Uint8Array {
  return BotMessage.encode(BotMessage.fromPartial(message)).finish();
}

function wrong(returned: unknown): string {
  return `choose() returned ${inspect(returned)}; it has to return one of turn.legal`;
}
