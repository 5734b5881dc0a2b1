export declare const protobufPackage = "arena.v1";
export declare const protobufFileName = "arena/v1/six_nimmt.proto";
/** 6 nimmt!: what a seat sees and what it may do. Cards are their printed numbers, 1 to 104. */
/** The rulebook's variants. */
export declare const SixNimmtVariant: {
    /** SIX_NIMMT_VARIANT_UNSPECIFIED - Not said; never sent. */
    readonly SIX_NIMMT_VARIANT_UNSPECIFIED: "SIX_NIMMT_VARIANT_UNSPECIFIED";
    /** SIX_NIMMT_VARIANT_BASE - The base game with 104 cards. */
    readonly SIX_NIMMT_VARIANT_BASE: "SIX_NIMMT_VARIANT_BASE";
    /** SIX_NIMMT_VARIANT_TACTICS - Only the cards 1 to 10n+4 are in play, and all of them are dealt. */
    readonly SIX_NIMMT_VARIANT_TACTICS: "SIX_NIMMT_VARIANT_TACTICS";
    /** SIX_NIMMT_VARIANT_LOGIC - As tactics, and the hands are drafted from the open cards. */
    readonly SIX_NIMMT_VARIANT_LOGIC: "SIX_NIMMT_VARIANT_LOGIC";
    /** SIX_NIMMT_VARIANT_PROFESSIONAL - Cards may be added at both ends of a row. */
    readonly SIX_NIMMT_VARIANT_PROFESSIONAL: "SIX_NIMMT_VARIANT_PROFESSIONAL";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type SixNimmtVariant = typeof SixNimmtVariant[keyof typeof SixNimmtVariant];
export declare namespace SixNimmtVariant {
    type SIX_NIMMT_VARIANT_UNSPECIFIED = typeof SixNimmtVariant.SIX_NIMMT_VARIANT_UNSPECIFIED;
    type SIX_NIMMT_VARIANT_BASE = typeof SixNimmtVariant.SIX_NIMMT_VARIANT_BASE;
    type SIX_NIMMT_VARIANT_TACTICS = typeof SixNimmtVariant.SIX_NIMMT_VARIANT_TACTICS;
    type SIX_NIMMT_VARIANT_LOGIC = typeof SixNimmtVariant.SIX_NIMMT_VARIANT_LOGIC;
    type SIX_NIMMT_VARIANT_PROFESSIONAL = typeof SixNimmtVariant.SIX_NIMMT_VARIANT_PROFESSIONAL;
    type UNRECOGNIZED = typeof SixNimmtVariant.UNRECOGNIZED;
}
/** The kinds of decision. */
export declare const SixNimmtDecision: {
    /** SIX_NIMMT_DECISION_UNSPECIFIED - Not said; never sent. */
    readonly SIX_NIMMT_DECISION_UNSPECIFIED: "SIX_NIMMT_DECISION_UNSPECIFIED";
    /** SIX_NIMMT_DECISION_CARD - Which card of the hand to lay; all seats decide at once. */
    readonly SIX_NIMMT_DECISION_CARD: "SIX_NIMMT_DECISION_CARD";
    /** SIX_NIMMT_DECISION_ROW - Which row to take, since the card fits nowhere. */
    readonly SIX_NIMMT_DECISION_ROW: "SIX_NIMMT_DECISION_ROW";
    /** SIX_NIMMT_DECISION_DRAFT - Which card of the pool to draft. */
    readonly SIX_NIMMT_DECISION_DRAFT: "SIX_NIMMT_DECISION_DRAFT";
    /** SIX_NIMMT_DECISION_SIDE - Professional: which of two equally near ends to use. */
    readonly SIX_NIMMT_DECISION_SIDE: "SIX_NIMMT_DECISION_SIDE";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type SixNimmtDecision = typeof SixNimmtDecision[keyof typeof SixNimmtDecision];
export declare namespace SixNimmtDecision {
    type SIX_NIMMT_DECISION_UNSPECIFIED = typeof SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED;
    type SIX_NIMMT_DECISION_CARD = typeof SixNimmtDecision.SIX_NIMMT_DECISION_CARD;
    type SIX_NIMMT_DECISION_ROW = typeof SixNimmtDecision.SIX_NIMMT_DECISION_ROW;
    type SIX_NIMMT_DECISION_DRAFT = typeof SixNimmtDecision.SIX_NIMMT_DECISION_DRAFT;
    type SIX_NIMMT_DECISION_SIDE = typeof SixNimmtDecision.SIX_NIMMT_DECISION_SIDE;
    type UNRECOGNIZED = typeof SixNimmtDecision.UNRECOGNIZED;
}
/** All that a seat knows when it has to decide. Lists with one entry a seat are in seat order. */
export interface SixNimmtView {
    /** How many seats play, 2 to 10. */
    readonly seats: number;
    /** The seat that this view belongs to, from 0 on. */
    readonly seat: number;
    /** The rules in force. Never unspecified. */
    readonly variant: SixNimmtVariant;
    /** The game ends after the round in which a total reaches this many heads. Absent: no limit. */
    readonly limit?: number | undefined;
    /** The game ends after this many rounds at the latest. Absent: no such end. */
    readonly rounds?: number | undefined;
    /** The round being played, 1 is the first. */
    readonly round: number;
    /** What is to be decided. Never unspecified. */
    readonly decision: SixNimmtDecision;
    /** The seat's own hand, ascending. In a row or side decision without the card being placed. */
    readonly hand: readonly number[];
    /** The four rows from the top, cards from left to right. Empty during a draft. */
    readonly rows: readonly SixNimmtCards[];
    /** Heads of every seat so far, those of this round included. */
    readonly heads: readonly number[];
    /** Cards that every seat has taken in this round, in the order taken. */
    readonly piles: readonly SixNimmtCards[];
    /** Every complete or revealed trick of this round: one card a seat, in seat order. */
    readonly tricks: readonly SixNimmtCards[];
    /**
     * Cards of the revealed trick that are still to be placed, ascending; the first is the card that
     * this seat decides about. Empty unless a row or a side is to be chosen.
     */
    readonly unplaced: readonly number[];
    /** Logic variant during its draft: the open cards, ascending. Otherwise empty. */
    readonly pool: readonly number[];
    /**
     * Logic variant: the hands of all seats, ascending, which everybody saw drafted. A card
     * that a seat has laid face down but not revealed is still in it. Otherwise empty.
     */
    readonly hands: readonly SixNimmtCards[];
}
/** A list of cards. */
export interface SixNimmtCards {
    /** The cards; the order is the field's that holds this list. */
    readonly cards: readonly number[];
}
/** One move. On the wire rows are numbered 1 to 4 from the top, as at the table. */
export interface SixNimmtMove {
    /** Lay this card of the hand face down. */
    readonly card?: number | undefined;
    /** Take this row, 1 to 4, and start it again with the card that fits nowhere. */
    readonly row?: number | undefined;
    /** Draft this card of the pool. */
    readonly draft?: number | undefined;
    /** Professional: put the card at the right end of this row, 1 to 4. */
    readonly right?: number | undefined;
    /** Professional: put the card at the left end of this row, 1 to 4. */
    readonly left?: number | undefined;
}
