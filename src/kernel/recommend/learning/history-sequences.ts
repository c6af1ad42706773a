import type { RecommenderState } from '../counters/recommender-state.ts';

/** All histories in one array, each oldest first. */
export interface Sequences {
  readonly items: Uint32Array;
  /** The positions with a predecessor, and the starts of their histories. */
  readonly positions: Uint32Array;
  readonly firsts: Uint32Array;
  /** The subject of each position. */
  readonly subjects: Uint32Array;
}

/**
 * Reads the histories without interactions beyond a cap, so that one visitor or address has little influence. A view, a cart event and a
 * purchase of one item in a row are one entry.
 */
export function readSequences(state: RecommenderState): Sequences {
  const { histories } = state;
  const items: number[] = [];
  const positions: number[] = [];
  const firsts: number[] = [];
  const subjects: number[] = [];
  for (let subject = 0; subject < histories.subjectNumberEnd; subject++) {
    const first = items.length;
    const length = histories.getLength(subject);
    let type = -1;
    for (let position = 0; position < length; position++) {
      if (state.isBeyondCap(histories.interactionAt(subject, position))) continue;
      const item = histories.itemAt(subject, position);
      const isSame = items.length > first && items.at(-1) === item;
      const isStep = isSame && !state.isSameType(type, histories.typeAt(subject, position));
      type = histories.typeAt(subject, position);
      if (isStep) continue;
      if (items.length > first) {
        positions.push(items.length);
        firsts.push(first);
        subjects.push(subject);
      }
      items.push(item);
    }
  }
  return {
    items: Uint32Array.from(items),
    positions: Uint32Array.from(positions),
    firsts: Uint32Array.from(firsts),
    subjects: Uint32Array.from(subjects),
  };
}
