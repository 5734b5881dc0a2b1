/**
 * A random generator that its seed decides: xoshiro128** of Blackman and Vigna (2018, "Scrambled
 * linear pseudorandom number generators"), whose state is as large as the seed of a game.
 */
/** A random generator. The same seed gives the same numbers, on every machine. */
export declare class Random {
    #private;
    /** Begin with 16 bytes, as in `Start.seed`. */
    constructor(seed: Uint8Array);
    /** Return a number from 0 on and below 1, with 32 random bits. */
    random(): number;
    /** Return a whole number from 0 on and below `limit`, each as likely as the others. */
    below(limit: number): number;
    /** Return one of a list, which may not be empty. */
    choice<T>(list: readonly T[]): T;
    /** Return a new list with the same things in a random order. */
    shuffled<T>(list: readonly T[]): T[];
}
