export declare const protobufPackage = "arena.v1";
export declare const protobufFileName = "arena/v1/big_fish.proto";
/**
 * Big Fish: what a seat sees and what it may do. Fish are numbers as in colour.proto, values 1 to 6.
 * Lists with one entry a seat are in seat order.
 */
/** Who says which fish of a completed row count plus. */
export declare const BigFishKeep: {
    /** BIG_FISH_KEEP_UNSPECIFIED - Not said; never sent. */
    readonly BIG_FISH_KEEP_UNSPECIFIED: "BIG_FISH_KEEP_UNSPECIFIED";
    /** BIG_FISH_KEEP_HIGHEST - The highest of each colour does. */
    readonly BIG_FISH_KEEP_HIGHEST: "BIG_FISH_KEEP_HIGHEST";
    /** BIG_FISH_KEEP_CHOICE - The seat that completed the row chooses one of each colour. */
    readonly BIG_FISH_KEEP_CHOICE: "BIG_FISH_KEEP_CHOICE";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type BigFishKeep = typeof BigFishKeep[keyof typeof BigFishKeep];
export declare namespace BigFishKeep {
    type BIG_FISH_KEEP_UNSPECIFIED = typeof BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED;
    type BIG_FISH_KEEP_HIGHEST = typeof BigFishKeep.BIG_FISH_KEEP_HIGHEST;
    type BIG_FISH_KEEP_CHOICE = typeof BigFishKeep.BIG_FISH_KEEP_CHOICE;
    type UNRECOGNIZED = typeof BigFishKeep.UNRECOGNIZED;
}
/** The kinds of decision. */
export declare const BigFishDecision: {
    /** BIG_FISH_DECISION_UNSPECIFIED - Not said; never sent. */
    readonly BIG_FISH_DECISION_UNSPECIFIED: "BIG_FISH_DECISION_UNSPECIFIED";
    /** BIG_FISH_DECISION_LAY - What to lay, and where. */
    readonly BIG_FISH_DECISION_LAY: "BIG_FISH_DECISION_LAY";
    /** BIG_FISH_DECISION_KEEP - Which fish of the completed row count plus. */
    readonly BIG_FISH_DECISION_KEEP: "BIG_FISH_DECISION_KEEP";
    /** BIG_FISH_DECISION_LICENCE - Which of several licences to take. */
    readonly BIG_FISH_DECISION_LICENCE: "BIG_FISH_DECISION_LICENCE";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type BigFishDecision = typeof BigFishDecision[keyof typeof BigFishDecision];
export declare namespace BigFishDecision {
    type BIG_FISH_DECISION_UNSPECIFIED = typeof BigFishDecision.BIG_FISH_DECISION_UNSPECIFIED;
    type BIG_FISH_DECISION_LAY = typeof BigFishDecision.BIG_FISH_DECISION_LAY;
    type BIG_FISH_DECISION_KEEP = typeof BigFishDecision.BIG_FISH_DECISION_KEEP;
    type BIG_FISH_DECISION_LICENCE = typeof BigFishDecision.BIG_FISH_DECISION_LICENCE;
    type UNRECOGNIZED = typeof BigFishDecision.UNRECOGNIZED;
}
/** The fishing licences. */
export declare const BigFishLicence: {
    /** BIG_FISH_LICENCE_UNSPECIFIED - Not said; no licence. */
    readonly BIG_FISH_LICENCE_UNSPECIFIED: "BIG_FISH_LICENCE_UNSPECIFIED";
    /** BIG_FISH_LICENCE_A - 10 points, taken by anyone who puts a 1 into the plus pile, from anybody. */
    readonly BIG_FISH_LICENCE_A: "BIG_FISH_LICENCE_A";
    /** BIG_FISH_LICENCE_B - 10 points at the end for the fewest plus fish, 5 each in a tie. */
    readonly BIG_FISH_LICENCE_B: "BIG_FISH_LICENCE_B";
    /** BIG_FISH_LICENCE_C - 10 points at the end for the most plus ones, 5 each in a tie. */
    readonly BIG_FISH_LICENCE_C: "BIG_FISH_LICENCE_C";
    /** BIG_FISH_LICENCE_D - 10 points for a row with four consecutive values. */
    readonly BIG_FISH_LICENCE_D: "BIG_FISH_LICENCE_D";
    /** BIG_FISH_LICENCE_E - 10 points for a row with more minus than plus. */
    readonly BIG_FISH_LICENCE_E: "BIG_FISH_LICENCE_E";
    /** BIG_FISH_LICENCE_F - 7 points for a row with as much minus as plus. */
    readonly BIG_FISH_LICENCE_F: "BIG_FISH_LICENCE_F";
    /** BIG_FISH_LICENCE_G - 7 points for a row of nothing but 1, 2 and 3. */
    readonly BIG_FISH_LICENCE_G: "BIG_FISH_LICENCE_G";
    /** BIG_FISH_LICENCE_H - 7 points for a row of one colour. */
    readonly BIG_FISH_LICENCE_H: "BIG_FISH_LICENCE_H";
    /** BIG_FISH_LICENCE_I - 7 points for a row of two colours. */
    readonly BIG_FISH_LICENCE_I: "BIG_FISH_LICENCE_I";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type BigFishLicence = typeof BigFishLicence[keyof typeof BigFishLicence];
export declare namespace BigFishLicence {
    type BIG_FISH_LICENCE_UNSPECIFIED = typeof BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED;
    type BIG_FISH_LICENCE_A = typeof BigFishLicence.BIG_FISH_LICENCE_A;
    type BIG_FISH_LICENCE_B = typeof BigFishLicence.BIG_FISH_LICENCE_B;
    type BIG_FISH_LICENCE_C = typeof BigFishLicence.BIG_FISH_LICENCE_C;
    type BIG_FISH_LICENCE_D = typeof BigFishLicence.BIG_FISH_LICENCE_D;
    type BIG_FISH_LICENCE_E = typeof BigFishLicence.BIG_FISH_LICENCE_E;
    type BIG_FISH_LICENCE_F = typeof BigFishLicence.BIG_FISH_LICENCE_F;
    type BIG_FISH_LICENCE_G = typeof BigFishLicence.BIG_FISH_LICENCE_G;
    type BIG_FISH_LICENCE_H = typeof BigFishLicence.BIG_FISH_LICENCE_H;
    type BIG_FISH_LICENCE_I = typeof BigFishLicence.BIG_FISH_LICENCE_I;
    type UNRECOGNIZED = typeof BigFishLicence.UNRECOGNIZED;
}
/** All that a seat knows when it has to decide. */
export interface BigFishView {
    /** How many seats play, 2 to 6. */
    readonly seats: number;
    /** The seat that this view belongs to, from 0 on. */
    readonly seat: number;
    /** The advanced game with fishing licences. */
    readonly licences: boolean;
    /** How many fish of the values 1 to 6 there are in each colour. */
    readonly copies: readonly number[];
    /** Who says which fish of a completed row count plus. Never unspecified. */
    readonly keep: BigFishKeep;
    /** Licence A is one of those of which only one can be taken in a turn. */
    readonly aCountsAsOne: boolean;
    /** What is to be decided. Never unspecified. */
    readonly decision: BigFishDecision;
    /** The last lay of this seat was refused. Another illegal one forfeits. */
    readonly refused: boolean;
    /** The seat's own hand, in increasing order. */
    readonly hand: readonly number[];
    /** How many fish every seat holds in hand. */
    readonly handSizes: readonly number[];
    /** How many fish every seat's own stack has. */
    readonly stackSizes: readonly number[];
    /** Rows I, II and III, each from left to right. Always three: one without fish is an empty list. */
    readonly rows: readonly BigFishCards[];
    /** How many fish the reserve has. */
    readonly reserve: number;
    /** Number of the row, 1 to 3, that this seat has completed in this turn. Absent if none. */
    readonly completed?: number | undefined;
    /** The licences that can be chosen from now. Empty in other decisions. */
    readonly available: readonly BigFishLicence[];
    /** The fish of every seat that count plus. */
    readonly plus: readonly BigFishCards[];
    /** The fish of every seat that count minus. */
    readonly minus: readonly BigFishCards[];
    /** The seat that has the fiasco card. Absent if none has it. */
    readonly fiasco?: number | undefined;
    /** The licences that nobody has. B or C stays here to the end of the game. */
    readonly display: readonly BigFishLicence[];
    /** The licences of every seat. */
    readonly owned: readonly BigFishLicences[];
    /** All that has been laid so far, in order. */
    readonly lays: readonly BigFishLay[];
}
/** A list of fish. */
export interface BigFishCards {
    /** The fish; the order is the field's that holds this list. */
    readonly cards: readonly number[];
}
/** A list of licences. */
export interface BigFishLicences {
    /** The licences, in the order in which they were taken. */
    readonly licences: readonly BigFishLicence[];
}
/** What was laid in one turn. */
export interface BigFishLay {
    /** The seat that laid. */
    readonly seat: number;
    /** Number of the row, 1 to 3. */
    readonly row: number;
    /** The fish in the order laid. */
    readonly cards: readonly number[];
}
/** One move. */
export interface BigFishMove {
    /** Lay on this row, 1 to 3. Absent (0) in other moves. */
    readonly row: number;
    /** The fish to lay, in this order, one after another; without a row, the fish that count plus. */
    readonly cards: readonly number[];
    /** The licence to take. Unspecified in other moves. */
    readonly licence: BigFishLicence;
}
