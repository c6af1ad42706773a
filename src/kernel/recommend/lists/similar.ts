import type { RecommenderState } from '../counters/recommender-state.ts';
import { similarComponents } from '../rows/multi-accumulator.ts';
import type { RecommendRequest, ScoredItem, ScoreSource } from '../rows/scored.ts';
import { TopScores } from '../../bits/top-scores.ts';

export interface SimilarRequest extends RecommendRequest {
  readonly item: number;
  /** Neighbours by picture or text, best first, with cosines from 0 to 1, which are a part of the content score. */
  readonly vectorNeighbours?: readonly { readonly index: number; readonly score: number }[];
}

/**
 * Items similar to an item: by shrunk interactions around it, and by content.
 *
 * score = b behaviour + (1 - b) content, b = n / (n + 20) with n the item's interactions; behaviour is the item's transition row divided
 * by its maximum, content the cosine of features, mixed with the vectors' if they are given. The item itself is never included.
 */
export function similar(state: RecommenderState, request: SimilarRequest): ScoredItem[] {
  const { item } = request;
  if (request.limit <= 0) return [];
  const { parts } = state.scratch;
  parts.clear(state.itemCount);
  const interactions = state.transitions.count(item);
  const trust = interactions / (interactions + state.weights.similarShrink);
  const vectorShare = request.vectorNeighbours === undefined ? 0 : state.weights.similarVectors;
  const row = state.transitions.cut(item);
  if (row.items.length > 0) parts.addRow(similarComponents.behaviour, row, trust / largestOther(item, row));
  parts.addRow(similarComponents.content, state.content.neighbours(item), (1 - trust) * (1 - vectorShare));
  for (const { index, score } of request.vectorNeighbours ?? [])
    if (parts.get(similarComponents.vectors, index) === 0)
      parts.add(similarComponents.vectors, index, (1 - trust) * vectorShare * score);
  const best = selectBestSums(state, request);
  return Array.from(best.items, (index, at) => {
    const own = {
      behaviour: parts.get(similarComponents.behaviour, index),
      content: parts.get(similarComponents.content, index),
      vectors: parts.get(similarComponents.vectors, index),
    };
    return { index, score: best.scores[at]!, source: chooseSource(own), because: [item], parts: own };
  });
}

/** The allowed items with the highest sums of all components. */
function selectBestSums(
  state: RecommenderState,
  { item, limit, allow }: SimilarRequest,
): { items: Uint32Array; scores: Float64Array } {
  const { parts } = state.scratch;
  const [behaviour, content, vectors] = [
    parts.lane(similarComponents.behaviour),
    parts.lane(similarComponents.content),
    parts.lane(similarComponents.vectors),
  ];
  const keys = parts.keys();
  const best = new TopScores(limit);
  for (let slot = 0; slot < keys.length; slot++) {
    const score = behaviour[slot]! + content[slot]! + vectors[slot]!;
    const each = keys[slot]!;
    if (score <= 0 || score < best.floor || each === item) continue;
    const tie = state.getTieBreaker(each);
    if (best.takes(score, tie) && allow(each)) best.offer(each, score, tie);
  }
  return best.drain();
}

function largestOther(item: number, row: { items: Uint32Array; scores: Float64Array }): number {
  return row.items[0] === item ? (row.scores[1] ?? row.scores[0]!) : row.scores[0]!;
}

function chooseSource(parts: { behaviour: number; content: number; vectors: number }): ScoreSource {
  if (parts.behaviour >= parts.content && parts.behaviour >= parts.vectors) return 'history';
  return parts.content >= parts.vectors ? 'content' : 'vectors';
}
