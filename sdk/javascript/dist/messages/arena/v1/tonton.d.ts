import type { Colour } from "./colour.js";
export declare const protobufPackage = "arena.v1";
export declare const protobufFileName = "arena/v1/tonton.proto";
/**
 * TonTon: what a seat sees and what it may do. Cards are numbers as in colour.proto, values 1 to 8.
 * Lists with one entry a seat are in seat order.
 */
/** What the visible cards of a game should add up to. */
export declare const TontonMission: {
    /** TONTON_MISSION_UNSPECIFIED - Not said; never sent. */
    readonly TONTON_MISSION_UNSPECIFIED: "TONTON_MISSION_UNSPECIFIED";
    /** TONTON_MISSION_BELOW_9 - The highest sum is first; 9 or more is bust. */
    readonly TONTON_MISSION_BELOW_9: "TONTON_MISSION_BELOW_9";
    /** TONTON_MISSION_BELOW_12 - The highest sum is first; 12 or more is bust. */
    readonly TONTON_MISSION_BELOW_12: "TONTON_MISSION_BELOW_12";
    /** TONTON_MISSION_ABOVE_5 - The lowest sum is first; 5 or less is bust. */
    readonly TONTON_MISSION_ABOVE_5: "TONTON_MISSION_ABOVE_5";
    /** TONTON_MISSION_SUM_10 - The sum is the points; 10 or more is bust. */
    readonly TONTON_MISSION_SUM_10: "TONTON_MISSION_SUM_10";
    /** TONTON_MISSION_PLUS_MINUS_11 - Green and blue count minus, the sum is the points; 11 or more is bust. */
    readonly TONTON_MISSION_PLUS_MINUS_11: "TONTON_MISSION_PLUS_MINUS_11";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type TontonMission = typeof TontonMission[keyof typeof TontonMission];
export declare namespace TontonMission {
    type TONTON_MISSION_UNSPECIFIED = typeof TontonMission.TONTON_MISSION_UNSPECIFIED;
    type TONTON_MISSION_BELOW_9 = typeof TontonMission.TONTON_MISSION_BELOW_9;
    type TONTON_MISSION_BELOW_12 = typeof TontonMission.TONTON_MISSION_BELOW_12;
    type TONTON_MISSION_ABOVE_5 = typeof TontonMission.TONTON_MISSION_ABOVE_5;
    type TONTON_MISSION_SUM_10 = typeof TontonMission.TONTON_MISSION_SUM_10;
    type TONTON_MISSION_PLUS_MINUS_11 = typeof TontonMission.TONTON_MISSION_PLUS_MINUS_11;
    type UNRECOGNIZED = typeof TontonMission.UNRECOGNIZED;
}
/** All that a seat knows when it has to play a card. */
export interface TontonView {
    /** How many seats play, 3 to 5. */
    readonly seats: number;
    /** The seat that this view belongs to, from 0 on. */
    readonly seat: number;
    /** The missions are drawn from all five, not from the three basic ones. */
    readonly advanced: boolean;
    /** The seats 0 and 2 play against 1 and 3. */
    readonly teams: boolean;
    /** The colours in play, one a seat. */
    readonly colours: readonly Colour[];
    /** Points of the ranks 1 to 5 in a mission that is ranked. */
    readonly rankPoints: readonly number[];
    /** The missions of the games so far; the last one is that of the game being played. */
    readonly missions: readonly TontonMission[];
    /** The seat's own hand, by value, then in the order R, P, Y, G, B. */
    readonly hand: readonly number[];
    /** The tricks of this game. The last one is being played: it is empty where this seat leads. */
    readonly tricks: readonly TontonTrick[];
    /** What every seat has won in this game. */
    readonly piles: readonly TontonPile[];
    /** Total of every seat before this game. */
    readonly totals: readonly number[];
    /** The finished games: by how much they changed every seat's total. */
    readonly results: readonly TontonResult[];
}
/** One trick. */
export interface TontonTrick {
    /** The seat that leads. The others follow in increasing order, round to the leader. */
    readonly leader: number;
    /** The cards in the order played. */
    readonly cards: readonly number[];
}
/** The cards that one seat has won: those that are visible, and what else counts. */
export interface TontonPile {
    /** The visible card of every colour that the seat has won, in increasing order. */
    readonly tops: readonly number[];
    /** How many sixes the seat has won. */
    readonly sixes: number;
}
/** What one finished game brought. */
export interface TontonResult {
    /** The change of every seat's total. */
    readonly changes: readonly number[];
}
/** One move. */
export interface TontonMove {
    /** Play this card of the hand. */
    readonly card: number;
}
