/** Before the first photo, both kinds of pictures count as if this many photos had spread their scores equally. */
const equalPhotos = 20;
/** Maximum photos that count; older ones lose weight, as pictures are refined and catalogs change. */
const photosMax = 200;
/** Limits what unusual photos, such as hundreds of one person, do to pictures without scenes. Shops have about .84. */
const plainWeightMin = 0.7;
const formatVersion = 1;
const stateBytes = 32;

/** The mean squared scores that a photo gives to the pictures of each kind. */
export interface SquaredScores {
  /** Spread of pictures without scenes. */
  readonly plain: number;
  readonly withScenes: number;
}

/**
 * The spread of the scores that shoppers' photos give to a shop's pictures, as mean squares by kind of picture. Pictures without scenes
 * share with a photo what all photos have in common. So their scores spread farther than those of packshots with scenes, and they take
 * the first positions even if they show another product. Dividing by the spread makes both kinds comparable.
 */
export class ScoreSpread {
  #count = 0;
  #plain = 0;
  #withScenes = 0;

  get count(): number {
    return this.#count;
  }

  observe({ plain, withScenes }: SquaredScores): void {
    this.#count += 1;
    const share = 1 / Math.min(this.#count, photosMax);
    this.#plain += share * (plain - this.#plain);
    this.#withScenes += share * (withScenes - this.#withScenes);
  }

  /**
   * The factor for scores of pictures without scenes, .7 to 1: the spread of the others over theirs. It is at most 1: if pictures without
   * scenes are less similar to photos, they are not refined yet.
   */
  computePlainWeight(): number {
    const count = Math.min(this.#count, photosMax);
    const plain = (count * this.#plain + equalPhotos * this.#withScenes) / (count + equalPhotos);
    return plain > this.#withScenes ? Math.max(plainWeightMin, Math.sqrt(this.#withScenes / plain)) : 1;
  }

  /** The state as bytes: uint32 version, four bytes of 0, and float64 count and mean squares. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(stateBytes);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, formatVersion, true);
    [this.#count, this.#plain, this.#withScenes].forEach((value, i) =>
      view.setFloat64(8 + i * 8, value, true),
    );
    return bytes;
  }

  /** Reads the result of `toBytes`. @throws RangeError for other bytes */
  static fromBytes(bytes: Uint8Array): ScoreSpread {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = bytes.length === stateBytes ? view.getUint32(0, true) : 0;
    if (version !== formatVersion)
      throw new RangeError(`Cannot read a score spread of ${bytes.length} bytes and version ${version}`);
    const numbers = [8, 16, 24].map((at) => view.getFloat64(at, true));
    if (!numbers.every((number) => number >= 0 && number < Infinity))
      throw new RangeError(`Cannot read a score spread with the numbers ${numbers.join(', ')}`);
    const spread = new ScoreSpread();
    [spread.#count, spread.#plain, spread.#withScenes] = numbers as [number, number, number];
    return spread;
  }
}
