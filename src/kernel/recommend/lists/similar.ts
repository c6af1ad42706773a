import type { RecommenderState } from '../counters/recommender-state.ts';
import { similarComponents as lanes } from '../rows/multi-accumulator.ts';
import type { RecommendRequest, ScoredItem, ScoreSource } from '../rows/scored.ts';
import { TopScores } from '../../bits/top-scores.ts';
import { transitionUnit } from '../counters/transition-sums.ts';
import { recommenderBounds } from '../counters/weights.ts';
import { pow } from '../../../math/power.ts';
import { ViewTest } from './view-evidence.ts';

/** The names of items compared with that of one item by their meaning, from 0, as of unrelated names, to 1. */
export interface NameMeanings {
  /** Finds the items with the most similar names, best first, at the cost of a search of all names. */
  readonly findNeighbours: () => readonly number[];
  /** The similarities of items; 0 for one without a vector. */
  readonly compare: (items: readonly number[]) => ArrayLike<number>;
}

export interface SimilarRequest extends RecommendRequest {
  readonly item: number;
  /** Neighbours by picture, best first, with cosines from 0 to 1. */
  readonly vectorNeighbours?: readonly { readonly index: number; readonly score: number }[];
  readonly meanings?: NameMeanings;
}

/** The best transitions whose features are compared where these are not neighbours; the others rarely have evidence. */
const comparedTransitions = 24;
/** A price that differs by a factor of four or more lowers the similarity by this share. */
const priceShare = 0.15;
const logPriceFactorMax = 2 * Math.LN2;

/**
 * Items similar to an item: by content, and by the visits with both.
 *
 * score_j = (K c_j + V_ij) / (K + the largest V_i), K = 5. The similarity c of content (features, categories, the meaning of names, pictures, prices)
 * counts as 5 c visits with both items. V_ij = t C_ij (40 / (n_j + 40))^0.4 are the visits with both, as far as they are evidence: t is
 * from 0 to 1, see {@link ViewTest}. So three visits move a list a little, and three hundred decide it. The item itself is never included.
 */
export function similar(state: RecommenderState, request: SimilarRequest): ScoredItem[] {
  if (request.limit <= 0) return [];
  collectCandidates(state, request);
  const test = new ViewTest(state, request.item);
  const scale = replaceByScores(state, request, test);
  const { items, scores } = selectBestSums(state, request);
  return Array.from(items, (index, at) =>
    explain(state, { request, test, scale, index, score: scores[at]! }),
  );
}

/** Collects the transitions, and the similarities of features, names and pictures, of all items that have one of them. */
function collectCandidates(state: RecommenderState, request: SimilarRequest): void {
  const { item, vectorNeighbours = [], meanings } = request;
  const { parts } = state.scratch;
  parts.clear(state.itemCount);
  const row = state.transitions.cut(item);
  parts.addRow(lanes.transitions, row, 1 / transitionUnit);
  const factors = state.transitions.counts.columnFactors();
  const transitions = parts.lane(lanes.transitions);
  for (let slot = 0; slot < row.items.length; slot++)
    transitions[slot] = transitions[slot]! / factors[row.items[slot]!]!;
  const neighbours = state.content.neighbours(item);
  parts.addRow(lanes.content, neighbours, 1);
  // A full row lacks similar items.
  const isFull = neighbours.items.length === recommenderBounds.contentItems;
  if (isFull) {
    const content = parts.lane(lanes.content);
    for (let slot = 0; slot < Math.min(row.items.length, comparedTransitions); slot++)
      if (content[slot] === 0) content[slot] = state.content.computeSimilarity(item, row.items[slot]!);
  }
  for (const { index, score } of vectorNeighbours)
    if (parts.get(lanes.vectors, index) === 0) parts.add(lanes.vectors, index, score);
  if (meanings === undefined) return;
  // With many items of like content, those of the most similar names are among them.
  if (!isFull) for (const index of meanings.findNeighbours()) parts.add(lanes.meaning, index, 0);
  const keys = parts.keys();
  parts.lane(lanes.meaning).set(meanings.compare([...keys]));
}

/** Replaces the similarities and transitions of the candidates by the parts of their scores; returns K + the largest V. */
function replaceByScores(state: RecommenderState, request: SimilarRequest, test: ViewTest): number {
  const { item, vectorNeighbours, meanings } = request;
  const { content: index, scratch, transitions: rows, weights } = state;
  const { parts } = scratch;
  const keys = parts.keys();
  const prior = weights.similarShrink;
  const categoryShare = weights.similarCategory;
  const meaningShare = meanings === undefined ? 0 : weights.similarMeaning;
  const vectorShare = vectorNeighbours === undefined ? 0 : weights.similarVectors;
  const viewed = parts.lane(lanes.viewed);
  const content = parts.lane(lanes.content);
  const meaning = parts.lane(lanes.meaning);
  const vectors = parts.lane(lanes.vectors);
  const transitions = parts.lane(lanes.transitions);
  const factors = rows.counts.columnFactors();
  const factorMax = pow(weights.shrink, -weights.columnPower);
  const logPrice = index.getLogPrice(item);
  let largest = 0;
  for (let slot = 0; slot < keys.length; slot++) {
    const other = keys[slot]!;
    const category = index.compareCategories(item, other);
    const features = content[slot]!;
    if (features !== 0 || category > 0 || meaning[slot] !== 0 || vectors[slot] !== 0) {
      const factor = prior * comparePrices(logPrice, index.getLogPrice(other));
      const mixed = Number.isNaN(category)
        ? features
        : (1 - categoryShare) * features + categoryShare * category;
      content[slot] = factor * (1 - meaningShare - vectorShare) * mixed;
      meaning[slot] = factor * meaningShare * meaning[slot]!;
      vectors[slot] = factor * vectorShare * vectors[slot]!;
    }
    if (transitions[slot] === 0 || other === item) continue;
    const similarity = (content[slot]! + meaning[slot]! + vectors[slot]!) / prior;
    const visits = test.computeEvidence(other, transitions[slot]!, similarity);
    viewed[slot] = (visits * factors[other]!) / factorMax;
    largest = Math.max(largest, viewed[slot]!);
  }
  const scale = prior + largest;
  for (const lane of [viewed, content, meaning, vectors])
    for (let slot = 0; slot < keys.length; slot++) lane[slot] = lane[slot]! / scale;
  return scale;
}

/** Returns the factor of a similarity: 1 for equal or unknown prices. */
function comparePrices(logPrice: number, other: number): number {
  const difference = Math.abs(logPrice - other);
  return Number.isNaN(difference) ? 1 : 1 - priceShare * Math.min(1, difference / logPriceFactorMax);
}

/** The allowed items with the highest sums of all parts. */
function selectBestSums(
  state: RecommenderState,
  { item, limit, allow }: SimilarRequest,
): { items: Uint32Array; scores: Float64Array } {
  const { parts } = state.scratch;
  const viewed = parts.lane(lanes.viewed);
  const content = parts.lane(lanes.content);
  const meaning = parts.lane(lanes.meaning);
  const vectors = parts.lane(lanes.vectors);
  const keys = parts.keys();
  const best = new TopScores(limit);
  for (let slot = 0; slot < keys.length; slot++) {
    const score = viewed[slot]! + content[slot]! + meaning[slot]! + vectors[slot]!;
    const each = keys[slot]!;
    if (score <= 0 || score < best.floor || each === item) continue;
    const tie = state.getTieBreaker(each);
    if (best.takes(score, tie) && allow(each)) best.offer(each, score, tie);
  }
  return best.drain();
}

interface Listed {
  readonly request: SimilarRequest;
  readonly test: ViewTest;
  /** See {@link replaceByScores}. */
  readonly scale: number;
  readonly index: number;
  readonly score: number;
}

/** The parts of a score, and the evidence of views. */
function explain(
  { scratch: { parts }, weights }: RecommenderState,
  { request, test, scale, index, score }: Listed,
): ScoredItem {
  const behaviour = parts.get(lanes.viewed, index);
  const content = parts.get(lanes.content, index);
  const meaning = parts.get(lanes.meaning, index);
  const vectors = parts.get(lanes.vectors, index);
  const similarity = ((content + meaning + vectors) * scale) / weights.similarShrink;
  const transitions = parts.get(lanes.transitions, index);
  const { together, expected, prior, lowerLimit } = test.describe(index, transitions, similarity);
  return {
    index,
    score,
    source: chooseSource(behaviour, content + meaning, vectors),
    because: [request.item],
    // Up to a hundred entries for each list: spreading an object costs more than the test.
    parts: { behaviour, content, meaning, vectors, together, expected, prior, lowerLimit },
  };
}

function chooseSource(behaviour: number, content: number, vectors: number): ScoreSource {
  if (behaviour >= content + vectors) return 'history';
  return content >= vectors ? 'content' : 'vectors';
}
