import type { DoubleArray } from './double-array.ts';
import { characterLength, type NfkcNormaliser } from './nfkc-normaliser.ts';

/** How much less a character without a piece scores than the least likely piece. */
const unknownPenalty = 10;

export interface PieceIds {
  readonly begin: number;
  readonly end: number;
  readonly unknown: number;
}

/**
 * Splits texts into the pieces of a unigram language model (Kudo 2018, "Subword Regularization"): of all ways to write a text as a
 * sequence of pieces, the one with the highest sum of log probabilities, by the algorithm of Viterbi; of several with this sum, the one whose
 * last piece starts first.
 */
export class UnigramTokenizer {
  readonly #normaliser: NfkcNormaliser;
  readonly #pieces: DoubleArray;
  readonly #scores: Float32Array;
  readonly #ids: PieceIds;
  readonly #unknownScore: number;

  /** `pieces` has the ids by text in UTF-8, without those of `ids`. `scores` has the log probabilities by id. */
  constructor(normaliser: NfkcNormaliser, pieces: DoubleArray, scores: Float32Array, ids: PieceIds) {
    this.#normaliser = normaliser;
    this.#pieces = pieces;
    this.#scores = scores;
    this.#ids = ids;
    this.#unknownScore = scores.reduce((least, score) => Math.min(least, score), 0) - unknownPenalty;
  }

  /** The ids of a text between those of begin and end, at most `countMax`, of which the first are kept. A text without words has one unknown piece. */
  tokenize(text: string, countMax: number): Uint32Array {
    const { begin, end, unknown } = this.#ids;
    const { pieces } = this.#findBestPath(this.#normaliser.normalise(text));
    if (pieces.length === 0) pieces.push(unknown);
    return Uint32Array.of(begin, ...pieces.slice(0, countMax - 2), end);
  }

  /** The mean log probability of a character of the text, each word with a space before it: -2 to -5 for most words; 0 without words. */
  scoreText(text: string): number {
    const normalised = this.#normaliser.normalise(text);
    let characters = 0;
    for (let at = 0; at < normalised.length; at += characterLength(normalised[at]!)) characters++;
    return characters === 0 ? 0 : this.#findBestPath(normalised).score / characters;
  }

  #findBestPath(text: Uint8Array): { pieces: number[]; score: number } {
    const best = new Float64Array(text.length + 1);
    const starts = new Int32Array(text.length + 1).fill(-1);
    const ids = new Int32Array(text.length + 1);
    const offer = (start: number, end: number, id: number, score: number): void => {
      const candidate = best[start]! + score;
      if (starts[end] !== -1 && candidate <= best[end]!) return;
      best[end] = candidate;
      starts[end] = start;
      ids[end] = id;
    };
    for (let start = 0; start < text.length;) {
      const next = Math.min(text.length, start + characterLength(text[start]!));
      let hasCharacter = false;
      this.#pieces.forEachPrefix(text, start, text.length, (id, end) => {
        offer(start, end, id, this.#scores[id]!);
        hasCharacter ||= end === next;
      });
      if (!hasCharacter) offer(start, next, this.#ids.unknown, this.#unknownScore);
      start = next;
    }
    const path: number[] = [];
    for (let end = text.length; end > 0; end = starts[end]!) {
      const id = ids[end]!;
      // Adjacent unknown characters are one piece.
      if (id !== this.#ids.unknown || path.at(-1) !== id) path.push(id);
    }
    return { pieces: path.toReversed(), score: best[text.length]! };
  }
}
