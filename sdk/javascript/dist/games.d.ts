/** The games, with the types of what a seat sees and of what it may do. */
import type { BigFishMove, BigFishView } from "./messages/arena/v1/big_fish.js";
import type { GoatNGoatMove, GoatNGoatView } from "./messages/arena/v1/goat_n_goat.js";
import type { SixNimmtMove, SixNimmtView } from "./messages/arena/v1/six_nimmt.js";
import type { TontonMove, TontonView } from "./messages/arena/v1/tonton.js";
/** What every game says in its view, and what a move of it is made of. */
export interface Games {
    six_nimmt: {
        view: SixNimmtView;
        move: SixNimmtMove;
    };
    big_fish: {
        view: BigFishView;
        move: BigFishMove;
    };
    tonton: {
        view: TontonView;
        move: TontonMove;
    };
    goat_n_goat: {
        view: GoatNGoatView;
        move: GoatNGoatMove;
    };
}
/** The name of a game, as in `Start.game` and on the command line. */
export type GameName = keyof Games;
/** What a seat knows in a game; without a game, in any of them. */
export type View<G extends GameName = GameName> = Games[G]["view"];
/** A move of a game; without a game, of any of them. */
export type Move<G extends GameName = GameName> = Games[G]["move"];
declare const FIELDS: {
    readonly six_nimmt: "sixNimmt";
    readonly big_fish: "bigFish";
    readonly tonton: "tonton";
    readonly goat_n_goat: "goatNGoat";
};
/** The field of a game in the messages that have one for each game. */
export type Field = (typeof FIELDS)[GameName];
/** Return the field of a game; Error if this SDK does not know it. */
export declare function fieldOf(game: string): Field;
export {};
