import type { BigFishMove, BigFishView } from "./big_fish.js";
import type { GoatNGoatMove, GoatNGoatView } from "./goat_n_goat.js";
import type { SixNimmtMove, SixNimmtView } from "./six_nimmt.js";
import type { TontonMove, TontonView } from "./tonton.js";
export declare const protobufPackage = "arena.v1";
export declare const protobufFileName = "arena/v1/arena.proto";
/**
 * The conversation between one bot and the referee of one match.
 *
 * The bot is the client. It dials the Unix socket that it was given (environment variable
 * ARENA_SOCKET, for example "unix:/run/seat/referee.sock") and opens exactly one Play stream.
 * The holder of the socket is the seat: there is no token, no name and no password.
 *
 *   bot      Join
 *   referee  Start           once for every game of the match
 *   referee  Turn            whenever the bot has to decide
 *   bot      Choice          exactly one for each Turn, with the Turn's number
 *   referee  Over            once for every game
 *   referee  Goodbye         then the referee ends the stream
 *
 * A Choice says its move, or the index of that move in Turn.legal. The smallest bot answers every
 * Turn with its number and index 0, which has to be set: a Choice with neither is an illegal move.
 *
 * Unexpected messages forfeit the game. Messages of a bot are at most 16 KiB. Durations that were
 * measured or are left are in microseconds (_us), settings in milliseconds (_ms). Within v1 fields
 * are only ever added: ignore what you do not know.
 */
/** What a clock charges for an answer. */
export declare const ClockKind: {
    /** CLOCK_KIND_UNSPECIFIED - Not said; never sent. */
    readonly CLOCK_KIND_UNSPECIFIED: "CLOCK_KIND_UNSPECIFIED";
    /**
     * CLOCK_KIND_CPU - The CPU time of the bot's box since its last answer, or a third of the wall time of this one if
     * that is more. Waits of the box for a CPU are no part of it.
     */
    readonly CLOCK_KIND_CPU: "CLOCK_KIND_CPU";
    /** CLOCK_KIND_WALL - The wall time from the question to the answer. */
    readonly CLOCK_KIND_WALL: "CLOCK_KIND_WALL";
    /** CLOCK_KIND_NONE - Nothing: the seat may think for as long as it likes, as a person may. */
    readonly CLOCK_KIND_NONE: "CLOCK_KIND_NONE";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type ClockKind = typeof ClockKind[keyof typeof ClockKind];
export declare namespace ClockKind {
    type CLOCK_KIND_UNSPECIFIED = typeof ClockKind.CLOCK_KIND_UNSPECIFIED;
    type CLOCK_KIND_CPU = typeof ClockKind.CLOCK_KIND_CPU;
    type CLOCK_KIND_WALL = typeof ClockKind.CLOCK_KIND_WALL;
    type CLOCK_KIND_NONE = typeof ClockKind.CLOCK_KIND_NONE;
    type UNRECOGNIZED = typeof ClockKind.UNRECOGNIZED;
}
/** Everything that a bot may say. */
export interface BotMessage {
    /** The first message of the stream, and only the first. */
    readonly join?: Join | undefined;
    /** The answer to the open Turn. */
    readonly choice?: Choice | undefined;
    /** The program's words cannot be passed on. Forfeits the game, like any unexpected message. */
    readonly unreadable?: Unreadable | undefined;
}
/** Everything that the referee says. */
export interface RefereeMessage {
    /** A game begins. */
    readonly start?: Start | undefined;
    /** The bot has to decide now. */
    readonly turn?: Turn | undefined;
    /** The game has ended. */
    readonly over?: Over | undefined;
    /** The match has ended. */
    readonly goodbye?: Goodbye | undefined;
}
/** The bot is ready to play. */
export interface Join {
    /**
     * Revision of this contract that the bot was built for: 1. Absent (0) or any other number is
     * refused.
     */
    readonly revision: number;
    /** Whether the bot wants to be told of events, in Turn and Over. */
    readonly events: boolean;
}
/** From a bridge that passes on a bot's words, such as stdio's: they are no message. */
export interface Unreadable {
    /** Why, as a sentence for the bot's author. Of a long one the first 500 letters are kept. */
    readonly reason: string;
}
/** A game begins. A box that is frozen reads this when its first Turn comes, and on its clock. */
export interface Start {
    /** Which game of the match this is, from 0 on. */
    readonly number: number;
    /** Name of the game, for example "six_nimmt". */
    readonly game: string;
    /** How many seats play. */
    readonly seats: number;
    /** The bot's own seat, from 0 on. Play goes round in increasing order of seats. */
    readonly seat: number;
    /** Every option of the game by name, in text form, for example "limit": "66". */
    readonly options: {
        [key: string]: string;
    };
    /**
     * 16 secret bytes for the bot's own random numbers. A bot that draws all its numbers from them
     * plays the same again when the match is run again. Unrelated to the deal.
     */
    readonly seed: Uint8Array;
    /** The clock that the bot plays under in this game. */
    readonly clock: Clock | undefined;
    /**
     * The bot's parameters by name, in text form: those that its bot.toml declares, with the values
     * of this match. Numbers are as in JSON, words begin with a letter: "depth": "3".
     */
    readonly parameters: {
        [key: string]: string;
    };
}
export interface Start_OptionsEntry {
    readonly key: string;
    readonly value: string;
}
export interface Start_ParametersEntry {
    readonly key: string;
    readonly value: string;
}
/** A Fischer clock: every Turn adds the increment to what is left of the bank. */
export interface Clock {
    /** Milliseconds that a seat has for the whole game besides the increments. */
    readonly bankMs: number;
    /** Milliseconds added for every Turn, before it begins. */
    readonly incrementMs: number;
    /**
     * Milliseconds from the start of the bot's program to its Join. Always wall time. Absent (0): no
     * limit, as for a person.
     */
    readonly startMs: number;
    /** What the clock charges. Never unspecified. */
    readonly kind: ClockKind;
}
/**
 * The bot has to decide. Its clock runs from here to the arrival of the Choice. Between its answer
 * and the next question its box is frozen, be it a container or a plain process.
 */
export interface Turn {
    /** Number of this question, which nobody can foresee. The Choice repeats it. */
    readonly number: number;
    /** What the seat knows now: all that it may know, and nothing more. */
    readonly view: View | undefined;
    /** Every legal move, at least one. The first is what a seat plays that has forfeited. */
    readonly legal: readonly Move[];
    /**
     * Microseconds that the seat may spend on this answer at the most, by its kind of clock. Absent
     * (0) where the clock charges nothing.
     */
    readonly timeLeftUs: number;
    /**
     * Wall time of the seat's last answer in this game, from when its box got a CPU. Absent at the
     * first Turn.
     */
    readonly lastWallUs?: number | undefined;
    /**
     * CPU time that the seat's box spent from the answer before that one to that one. Absent at the
     * first Turn and where it cannot be read.
     */
    readonly lastCpuUs?: number | undefined;
    /** What has happened in this game since the seat's last Turn, oldest first. Only if Join.events. */
    readonly events: readonly Event[];
}
/**
 * Something that happened in a game, as its seat may know it. No card moves and no score changes
 * without an event.
 */
export interface Event {
    /** What it was: "laid", "took_row". docs/protocol.md lists those of every game. */
    readonly kind: string;
    /** Who did it, or to whom it happened. Absent: nobody. */
    readonly seat?: number | undefined;
    /** Its cards, numbered as in the game's View; 0 is one that this seat may not see. */
    readonly cards: readonly number[];
    /** The place that the cards left: "hand 2", "row 1". Empty: none, as where they were shuffled. */
    readonly source: string;
    /** The place that they came to. With neither place they are named and stay where they are. */
    readonly target: string;
    /** How much this changed the score of the seat. */
    readonly points: number;
}
/** What a bot decided. */
export interface Choice {
    /** The number of the Turn that this answers. */
    readonly turn: number;
    /** The move. */
    readonly move?: Move | undefined;
    /** Its index in Turn.legal, from 0 on. So a bot need not know the fields of a move. */
    readonly index?: number | undefined;
    /**
     * From a bridge, such as stdio's: its own CPU time since the bot's last answer. For the bot's
     * author; no clock looks at it.
     */
    readonly relayUs: number;
}
/** A game has ended. */
export interface Over {
    /** Which game of the match this was: the number of its Start. */
    readonly number: number;
    /** Final score of every seat, higher is better. */
    readonly scores: readonly number[];
    /**
     * Final rank of every seat, 1 is best; equal numbers are ties. A seat that forfeited the game
     * is below all that did not.
     */
    readonly ranks: readonly number[];
    /** What has happened since the seat's last Turn. Only if Join.events. */
    readonly events: readonly Event[];
}
/**
 * The match is over. The referee ends the stream, and the bot's program has a second more to end by
 * itself, not frozen and on no clock. So the last Over is always heard, and prints are still in the
 * bot's log. A program that runs on after that second is killed, and forfeits nothing.
 */
export interface Goodbye {
}
/** What one seat knows, in the words of its game. */
export interface View {
    /** 6 nimmt! */
    readonly sixNimmt?: SixNimmtView | undefined;
    /** Big Fish */
    readonly bigFish?: BigFishView | undefined;
    /** TonTon */
    readonly tonton?: TontonView | undefined;
    /** Goat 'n' Goat */
    readonly goatNGoat?: GoatNGoatView | undefined;
}
/** One move, in the words of its game. */
export interface Move {
    /** 6 nimmt! */
    readonly sixNimmt?: SixNimmtMove | undefined;
    /** Big Fish */
    readonly bigFish?: BigFishMove | undefined;
    /** TonTon */
    readonly tonton?: TontonMove | undefined;
    /** Goat 'n' Goat */
    readonly goatNGoat?: GoatNGoatMove | undefined;
}
