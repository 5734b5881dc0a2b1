export declare const protobufPackage = "arena.v1";
export declare const protobufFileName = "arena/v1/goat_n_goat.proto";
/**
 * Goat 'n' Goat: what a seat sees and what it may do. Goats and mountains are numbers as in
 * colour.proto, in red, green and blue. Lists with one entry a seat are in seat order.
 */
/** The kinds of move. */
export declare const GoatNGoatAction: {
    /** GOAT_N_GOAT_ACTION_UNSPECIFIED - Not said; no move. */
    readonly GOAT_N_GOAT_ACTION_UNSPECIFIED: "GOAT_N_GOAT_ACTION_UNSPECIFIED";
    /** GOAT_N_GOAT_ACTION_LAY - Lay cards of one value from the hand. */
    readonly GOAT_N_GOAT_ACTION_LAY: "GOAT_N_GOAT_ACTION_LAY";
    /** GOAT_N_GOAT_ACTION_TAKE - Take cards from the open row. */
    readonly GOAT_N_GOAT_ACTION_TAKE: "GOAT_N_GOAT_ACTION_TAKE";
    /** GOAT_N_GOAT_ACTION_DISCARD - Discard cards from the hand. */
    readonly GOAT_N_GOAT_ACTION_DISCARD: "GOAT_N_GOAT_ACTION_DISCARD";
    /** GOAT_N_GOAT_ACTION_CLAIM - Claim a mountain. */
    readonly GOAT_N_GOAT_ACTION_CLAIM: "GOAT_N_GOAT_ACTION_CLAIM";
    /** GOAT_N_GOAT_ACTION_PASS - Claim none. */
    readonly GOAT_N_GOAT_ACTION_PASS: "GOAT_N_GOAT_ACTION_PASS";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type GoatNGoatAction = typeof GoatNGoatAction[keyof typeof GoatNGoatAction];
export declare namespace GoatNGoatAction {
    type GOAT_N_GOAT_ACTION_UNSPECIFIED = typeof GoatNGoatAction.GOAT_N_GOAT_ACTION_UNSPECIFIED;
    type GOAT_N_GOAT_ACTION_LAY = typeof GoatNGoatAction.GOAT_N_GOAT_ACTION_LAY;
    type GOAT_N_GOAT_ACTION_TAKE = typeof GoatNGoatAction.GOAT_N_GOAT_ACTION_TAKE;
    type GOAT_N_GOAT_ACTION_DISCARD = typeof GoatNGoatAction.GOAT_N_GOAT_ACTION_DISCARD;
    type GOAT_N_GOAT_ACTION_CLAIM = typeof GoatNGoatAction.GOAT_N_GOAT_ACTION_CLAIM;
    type GOAT_N_GOAT_ACTION_PASS = typeof GoatNGoatAction.GOAT_N_GOAT_ACTION_PASS;
    type UNRECOGNIZED = typeof GoatNGoatAction.UNRECOGNIZED;
}
/** The kinds of decision. */
export declare const GoatNGoatDecision: {
    /** GOAT_N_GOAT_DECISION_UNSPECIFIED - Not said; never sent. */
    readonly GOAT_N_GOAT_DECISION_UNSPECIFIED: "GOAT_N_GOAT_DECISION_UNSPECIFIED";
    /** GOAT_N_GOAT_DECISION_LAY - Which cards to lay. */
    readonly GOAT_N_GOAT_DECISION_LAY: "GOAT_N_GOAT_DECISION_LAY";
    /** GOAT_N_GOAT_DECISION_TAKE - Which cards of the open row to take. */
    readonly GOAT_N_GOAT_DECISION_TAKE: "GOAT_N_GOAT_DECISION_TAKE";
    /** GOAT_N_GOAT_DECISION_DISCARD - Which cards of the hand to discard. */
    readonly GOAT_N_GOAT_DECISION_DISCARD: "GOAT_N_GOAT_DECISION_DISCARD";
    /** GOAT_N_GOAT_DECISION_CLAIM - Which mountain to claim, if any. */
    readonly GOAT_N_GOAT_DECISION_CLAIM: "GOAT_N_GOAT_DECISION_CLAIM";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type GoatNGoatDecision = typeof GoatNGoatDecision[keyof typeof GoatNGoatDecision];
export declare namespace GoatNGoatDecision {
    type GOAT_N_GOAT_DECISION_UNSPECIFIED = typeof GoatNGoatDecision.GOAT_N_GOAT_DECISION_UNSPECIFIED;
    type GOAT_N_GOAT_DECISION_LAY = typeof GoatNGoatDecision.GOAT_N_GOAT_DECISION_LAY;
    type GOAT_N_GOAT_DECISION_TAKE = typeof GoatNGoatDecision.GOAT_N_GOAT_DECISION_TAKE;
    type GOAT_N_GOAT_DECISION_DISCARD = typeof GoatNGoatDecision.GOAT_N_GOAT_DECISION_DISCARD;
    type GOAT_N_GOAT_DECISION_CLAIM = typeof GoatNGoatDecision.GOAT_N_GOAT_DECISION_CLAIM;
    type UNRECOGNIZED = typeof GoatNGoatDecision.UNRECOGNIZED;
}
/** What the rulebook's "the deck runs out" means. */
export declare const GoatNGoatExhaustion: {
    /** GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED - Not said; never sent. */
    readonly GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED: "GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED";
    /** GOAT_N_GOAT_EXHAUSTION_EMPTY - The deck is empty, even if the open row is complete. */
    readonly GOAT_N_GOAT_EXHAUSTION_EMPTY: "GOAT_N_GOAT_EXHAUSTION_EMPTY";
    /** GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW - A card is needed and there is none. */
    readonly GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW: "GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type GoatNGoatExhaustion = typeof GoatNGoatExhaustion[keyof typeof GoatNGoatExhaustion];
export declare namespace GoatNGoatExhaustion {
    type GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED = typeof GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED;
    type GOAT_N_GOAT_EXHAUSTION_EMPTY = typeof GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_EMPTY;
    type GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW = typeof GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW;
    type UNRECOGNIZED = typeof GoatNGoatExhaustion.UNRECOGNIZED;
}
/** All that a seat knows when it has to decide. */
export interface GoatNGoatView {
    /** How many seats play, 2 to 5. */
    readonly seats: number;
    /** The seat that this view belongs to, from 0 on. */
    readonly seat: number;
    /** When the deck counts as exhausted. Never unspecified. */
    readonly exhaustion: GoatNGoatExhaustion;
    /** What is to be decided. Never unspecified. */
    readonly decision: GoatNGoatDecision;
    /** How many cards the seat has to take, or to discard. 0 in other decisions. */
    readonly count: number;
    /** The seat's own hand, in increasing order. */
    readonly hand: readonly number[];
    /** How many cards every seat holds. */
    readonly handSizes: readonly number[];
    /**
     * Cards in every hand that all have seen, in increasing order: taken from the open row and not
     * played since.
     */
    readonly known: readonly GoatNGoatCards[];
    /** The open row from left to right. */
    readonly open: readonly number[];
    /** The herds of every seat. */
    readonly herds: readonly GoatNGoatHerds[];
    /** The penalty pile of every seat, in the order in which the cards came. */
    readonly penalties: readonly GoatNGoatCards[];
    /** The mountains that every seat has claimed, in that order. */
    readonly claimed: readonly GoatNGoatCards[];
    /** The mountains that are left, in increasing order. */
    readonly mountains: readonly number[];
    /** The common discard pile, in the order in which the cards came. */
    readonly discards: readonly number[];
    /** How many cards the deck has. */
    readonly cardsInDeck: number;
    /** After the reshuffle: the cards of the deck in increasing order, which all can work out. */
    readonly deck: readonly number[];
    /**
     * How often the deck was exhausted so far. The first time brings the reshuffle, the second the
     * last round; with two seats the first does. If at the first there is nothing to reshuffle, or too
     * little to fill the row, that is the second at once.
     */
    readonly exhaustions: number;
    /** Turns to come, this one included, in the last round. Absent before it. */
    readonly lastTurns?: number | undefined;
    /** Every card that came to the open row so far, in that order. */
    readonly opened: readonly number[];
}
/** A list of cards. */
export interface GoatNGoatCards {
    /** The cards; the order is the field's that holds this list. */
    readonly cards: readonly number[];
}
/** The herds of one seat, each from its first card to its last. */
export interface GoatNGoatHerds {
    /** The red herd. */
    readonly red: readonly number[];
    /** The green herd. */
    readonly green: readonly number[];
    /** The blue herd. */
    readonly blue: readonly number[];
}
/** One move. The order of the cards within it does not matter. */
export interface GoatNGoatMove {
    /** What is done. Never unspecified. */
    readonly action: GoatNGoatAction;
    /** The cards that are laid, taken or discarded, or the mountain that is claimed. */
    readonly cards: readonly number[];
}
