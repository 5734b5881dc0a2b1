/** The base class of a bot, and the question that it is asked. */

import { type Field, fieldOf, type GameName, type Move, type View } from "./games.js";
import type { Event, Over, Start, Turn as TurnMessage } from "./messages/arena/v1/arena.js";
import type { Random } from "./random.js";

/** A decision to make: what the seat knows, its legal moves, and how long it may think. */
export class Turn<G extends GameName = GameName> {
  /** The name of the game that is played. */
  readonly game: G;

  /** All that the seat may know. `protos/arena/v1/<game>.proto` says what each field is. */
  readonly view: View<G>;

  /** The message as it was sent. */
  readonly message: TurnMessage;

  readonly #field: Field;
  #legal: readonly Move<G>[] | undefined;

  /** Only the SDK makes them. */
  constructor(game: G, message: TurnMessage) {
    this.game = game;
    this.message = message;
    this.#field = fieldOf(game);
    this.view = message.view?.[this.#field] as View<G>;
  }

  /**
   * All legal moves, at least one, in the order of the rules. To sort or to shuffle them, make a
   * copy; an answer is a place in this list, so it and the moves are frozen.
   */
  get legal(): readonly Move<G>[] {
    this.#legal ??= Object.freeze(
      this.message.legal.map((move) => Object.freeze(move[this.#field] as Move<G>)),
    );
    return this.#legal;
  }

  /**
   * What has happened in the game since the last question, if the bot `wantsEvents`: who did what,
   * which cards went from where to where, and what it cost.
   */
  get events(): readonly Event[] {
    return this.message.events;
  }

  /**
   * Seconds that were left for this answer when it was asked for: CPU time of everything in the
   * bot's box, or a third of the wall time if that is more, unless `Start.clock` charges wall time.
   * It does not run down while you look at it.
   */
  get timeLeft(): number {
    return this.message.timeLeftUs / 1e6;
  }
}

/**
 * A bot: it plays one seat in every game of a match. Write `choose`; the rest is optional.
 *
 * *Life.* One object in one process lives through all games of the match, so `this` keeps what it
 * learns. After a forfeit the program is started afresh, and after the second one it sits out.
 *
 * *Frozen.* Whenever it is not asked, the bot is frozen: timers and promises do not go on while
 * others think.
 *
 * *Errors.* What any of these methods throws, or what its promise is rejected with, ends the program
 * and forfeits the game as `crashed`, with the stack in the log. What the bot prints is its log.
 */
export abstract class Bot<G extends GameName = GameName> {
  /**
   * A random generator, seeded by the referee and made again for `start` and every question. With
   * nothing else random, and so without `Math.random`, the bot plays the same again when the match
   * is run again. What is drawn for one answer changes nothing for the next: so two versions of a
   * bot that `arena compare` plays from the same random seeds keep them in common.
   */
  rng!: Random;

  /** Whether the bot is told what has happened, in `Turn.events` and `Over.events`. Said once. */
  wantsEvents = false;

  /**
   * Return one of `turn.legal`; an equal move is as good. A promise of one may be returned.
   *
   * A move that is none of them forfeits the game as `illegal`; in Big Fish the first illegal lay
   * of a turn has the rulebook's penalty instead, and is asked for again. Anything that is no move
   * is `crashed`, and an answer that comes too late is `timeout`.
   */
  abstract choose(turn: Turn<G>): Move<G> | Promise<Move<G>>;

  /** Be told that a game begins: its options, seats, the own seat, and the clock. */
  start(_start: Start): void | Promise<void> {}

  /**
   * Be told that a game has ended: the scores and ranks of all seats.
   *
   * That is when the first question of the next game comes, and on its clock. After the last game
   * the program has one second, on no clock. Not called for a game that the bot has forfeited.
   */
  over(_over: Over): void | Promise<void> {}
}
