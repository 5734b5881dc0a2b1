/**
 * A random generator that its seed decides: xoshiro128** of Blackman and Vigna (2018, "Scrambled
 * linear pseudorandom number generators"), whose state is as large as the seed of a game.
 */

const WORDS = 4;
const TWO_TO_32 = 2 ** 32;

/** A random generator. The same seed gives the same numbers, on every machine. */
export class Random {
  #state: Uint32Array;

  /** Begin with 16 bytes, as in `Start.seed`. */
  constructor(seed: Uint8Array) {
    if (seed.length !== 4 * WORDS) {
      throw new RangeError(`a seed has 16 bytes, not ${seed.length}`);
    }
    const bytes = new DataView(seed.buffer, seed.byteOffset, seed.length);
    this.#state = Uint32Array.from({ length: WORDS }, (_, word) => bytes.getUint32(4 * word, true));
    // From nothing but zeros the generator never gets away.
    if (this.#state.every((word) => word === 0)) this.#state[0] = 1;
  }

  /** Return a number from 0 on and below 1, with 32 random bits. */
  random(): number {
    return this.#next() / TWO_TO_32;
  }

  /** Return a whole number from 0 on and below `limit`, each as likely as the others. */
  below(limit: number): number {
    if (!Number.isInteger(limit) || limit < 1 || limit > TWO_TO_32) {
      throw new RangeError(`the limit is a whole number from 1 to 2 ** 32, not ${limit}`);
    }
    // What is above the last whole multiple would make the small numbers likelier.
    const end = TWO_TO_32 - (TWO_TO_32 % limit);
    for (;;) {
      const drawn = this.#next();
      if (drawn < end) return drawn % limit;
    }
  }

  /** Return one of a list, which may not be empty. */
  choice<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Return a new list with the same things in a random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
    }
    return mixed;
  }

  #next(): number {
    const state = this.#state as Uint32Array & [number, number, number, number];
    const result = Math.imul(rotated(Math.imul(state[1], 5), 7), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 11);
    return result;
  }
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
