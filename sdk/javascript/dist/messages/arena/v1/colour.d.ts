export declare const protobufPackage = "arena.v1";
export declare const protobufFileName = "arena/v1/colour.proto";
/**
 * The colours of Big Fish, TonTon and Goat 'n' Goat. A card of these games is a number:
 * 10 × its colour + its value. R5, the red 5, is 15; G1, the green 1, is 31.
 */
/** A colour of cards, and the letter that stands for it in every notation. */
export declare const Colour: {
    /** COLOUR_UNSPECIFIED - Not said; never sent. */
    readonly COLOUR_UNSPECIFIED: "COLOUR_UNSPECIFIED";
    /** COLOUR_RED - R */
    readonly COLOUR_RED: "COLOUR_RED";
    /** COLOUR_YELLOW - Y */
    readonly COLOUR_YELLOW: "COLOUR_YELLOW";
    /** COLOUR_GREEN - G */
    readonly COLOUR_GREEN: "COLOUR_GREEN";
    /** COLOUR_BLUE - B */
    readonly COLOUR_BLUE: "COLOUR_BLUE";
    /** COLOUR_PURPLE - P */
    readonly COLOUR_PURPLE: "COLOUR_PURPLE";
    readonly UNRECOGNIZED: "UNRECOGNIZED";
};
export type Colour = typeof Colour[keyof typeof Colour];
export declare namespace Colour {
    type COLOUR_UNSPECIFIED = typeof Colour.COLOUR_UNSPECIFIED;
    type COLOUR_RED = typeof Colour.COLOUR_RED;
    type COLOUR_YELLOW = typeof Colour.COLOUR_YELLOW;
    type COLOUR_GREEN = typeof Colour.COLOUR_GREEN;
    type COLOUR_BLUE = typeof Colour.COLOUR_BLUE;
    type COLOUR_PURPLE = typeof Colour.COLOUR_PURPLE;
    type UNRECOGNIZED = typeof Colour.UNRECOGNIZED;
}
