import type { RecommenderState } from '../counters/recommender-state.ts';
import type { RecommendRequest, Scored, ScoreSource } from '../rows/scored.ts';
import { TopScores } from '../rows/top-scores.ts';

export interface SimilarRequest extends RecommendRequest {
  readonly item: number;
  /** Neighbours by picture or text, scores 0 to 1 (a cosine), best first; they share the content part. */
  readonly vectorNeighbours?: readonly { readonly index: number; readonly score: number }[];
}

/**
 * Items like one item: what people look at around it, shrunk, and what resembles it.
 *
 * score = b behaviour + (1 - b) content, b = n / (n + 20) with n the item's touches; behaviour is the item's
 * transition row by its own maximum, content the cosine of features, mixed with the vectors' where they are given.
 * Never the item itself.
 */
export function similar(state: RecommenderState, request: SimilarRequest): Scored[] {
  const { item } = request;
  if (request.limit <= 0) return [];
  const { behaviour, content, vectors, candidates } = state.scratch;
  for (const part of [behaviour, content, vectors, candidates]) part.clear(state.itemCount);
  const touches = state.transitions.count(item);
  const trust = touches / (touches + state.weights.similarShrink);
  const vectorShare = request.vectorNeighbours === undefined ? 0 : state.weights.similarVectors;
  const row = state.transitions.cut(item);
  for (let at = 0; at < row.items.length; at++) {
    // The first may be the item itself, where its visitors come back to it: no measure for the others.
    behaviour.add(row.items[at]!, (trust * row.scores[at]!) / largestOther(item, row));
  }
  const neighbours = state.content.neighbours(item);
  for (let at = 0; at < neighbours.items.length; at++) {
    content.add(neighbours.items[at]!, (1 - trust) * (1 - vectorShare) * neighbours.scores[at]!);
  }
  for (const { index, score } of request.vectorNeighbours ?? []) {
    if (!vectors.has(index)) vectors.add(index, (1 - trust) * vectorShare * score);
  }
  for (const part of [behaviour, content, vectors])
    for (const each of part.keys()) candidates.add(each, part.get(each));
  const best = new TopScores(request.limit);
  for (const each of candidates.keys()) {
    const score = candidates.get(each);
    const tie = state.tieOf(each);
    if (each !== item && score > 0 && best.takes(score, tie) && request.allow(each))
      best.offer(each, score, tie);
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, at) => {
    const parts = {
      behaviour: behaviour.get(index),
      content: content.get(index),
      vectors: vectors.get(index),
    };
    return { index, score: scores[at]!, source: sourceOf(parts), because: [item], parts };
  });
}

function largestOther(item: number, row: { items: Uint32Array; scores: Float64Array }): number {
  return row.items[0] === item ? (row.scores[1] ?? row.scores[0]!) : row.scores[0]!;
}

function sourceOf(parts: { behaviour: number; content: number; vectors: number }): ScoreSource {
  if (parts.behaviour >= parts.content && parts.behaviour >= parts.vectors) return 'history';
  return parts.content >= parts.vectors ? 'content' : 'vectors';
}
