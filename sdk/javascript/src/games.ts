/** The games, with the types of what a seat sees and of what it may do. */

import type { Move as MoveMessage, View as ViewMessage } from "./messages/arena/v1/arena.js";
import { View as wire } from "./wire/arena/v1/arena.js";

/** The field of a game in the messages that have one for each game: `bigFish`. */
export type Field = keyof ViewMessage;

type NameOf<F extends string> = F extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${NameOf<Rest>}`
  : "";

/** What every game says in its view, and what a move of it is made of. */
export type Games = {
  [F in Field as NameOf<F>]: {
    view: NonNullable<ViewMessage[F]>;
    move: NonNullable<MoveMessage[F]>;
  };
};

/** The name of a game, as in `Start.game` and on the command line. */
export type GameName = keyof Games;

/** What a seat knows in a game; without a game, in any of them. */
export type View<G extends GameName = GameName> = Games[G]["view"];

/** A move of a game; without a game, of any of them. */
export type Move<G extends GameName = GameName> = Games[G]["move"];

const FIELDS = new Map(
  (Object.keys(wire.create()) as Field[]).map((field) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    field,
  ]),
);

/** Return the field of a game; Error if this SDK does not know it. */
export function fieldOf(game: string): Field {
  const field = FIELDS.get(game);
  if (!field) {
    throw new Error(`this arena-sdk knows no game ${game}, only ${[...FIELDS.keys()].join(", ")}`);
  }
  return field;
}
