import { fitLogit, logLikelihood, type ClickedLists, type LogitModel } from './conditional-logit.ts';

/** A list of words and meaning of which somebody chose one: of its places, those that the weight alone orders. */
export interface ClickedList {
  /** Choices of the same query are not independent of each other. */
  readonly query: string;
  /** Index among the places. */
  readonly chosen: number;
  /** Where each stood on the page, from 1. */
  readonly positions: ArrayLike<number>;
  /** What its words count, 0 to 1, and how near its meaning is. */
  readonly words: ArrayLike<number>;
  readonly cosines: ArrayLike<number>;
}

/** Which weight the choices speak for, and how clearly. */
export interface WeightEstimate {
  /** The current one unless later choices prove another to be better. */
  readonly weight: number;
  /** What the earlier choices speak for. Null where there are too few. */
  readonly tried: number | null;
  readonly choices: number;
  readonly queries: number;
  /** How much likelier it makes a later choice than the current weight does: the mean of the logarithms, and its standard error. */
  readonly gain: number | null;
  readonly error: number | null;
}

/** With fewer, or of fewer queries, nothing is learnt. */
export const choicesMin = 200;
const queriesMin = 20;
/** The later ones test what the earlier ones speak for. */
const testedShare = 1 / 2;
/** Standard errors that a gain must be away from nothing: it is looked at again and again while choices come. */
const errorsMin = 3;
const grid = Array.from({ length: 11 }, (_, i) => i / 10);
/** The weight that is best where nothing is known of a shop, and how far from it a shop's is expected to be. */
export const defaultWeight = 0.5;
const deviation = 0.2;

/**
 * The share of the meaning under which what shoppers chose is likeliest. A place is chosen for where it stands and for its value
 * (1 - weight) words + weight cosine (see `fitChoices()`), so that the weight that made the lists is not preferred for having put
 * its favourites first, nor are others for putting first what was passed over. Another weight than the current one is taken only
 * where it explains the later half of the choices better by three standard errors, with queries as the units that are
 * independent. Where nothing is proven the current one stays, also if it was learnt: lists that are in the right order say little
 * about why it is right.
 */
export function estimateWeight(choices: readonly ClickedList[], current: number): WeightEstimate {
  const counts = { choices: choices.length, queries: new Set(choices.map(({ query }) => query)).size };
  const stays = { ...counts, weight: current, gain: null, error: null };
  if (counts.choices < choicesMin || counts.queries < queriesMin) return { ...stays, tried: null };
  const lists = listsOf(choices);
  const learntFrom = Math.round(choices.length * (1 - testedShare));
  const before = fitted(lists, current, learntFrom);
  let best = before;
  for (const weight of grid) {
    if (weight === current) continue;
    const other = fitted(lists, weight, learntFrom, before.model);
    if (other.score > best.score) best = other;
  }
  if (best === before) return { ...stays, tried: current };
  const gains = new Map<string, { sum: number; count: number }>();
  for (let list = learntFrom; list < choices.length; list++) {
    const own = gains.get(choices[list]!.query) ?? { sum: 0, count: 0 };
    own.sum +=
      logLikelihood(lists, best.values, list, best.model) -
      logLikelihood(lists, before.values, list, before.model);
    own.count++;
    gains.set(choices[list]!.query, own);
  }
  const { gain, error } = meanOf([...gains.values()]);
  const better = gains.size >= queriesMin / 2 && gain > errorsMin * error;
  return { ...counts, weight: better ? best.weight : current, tried: best.weight, gain, error };
}

interface Fitted {
  readonly weight: number;
  readonly values: Float64Array;
  readonly model: LogitModel;
  /** How likely it makes what it was learnt from, and how likely it is itself. */
  readonly score: number;
}

function fitted(lists: ValuedLists, weight: number, until: number, start?: LogitModel): Fitted {
  const values = Float64Array.from(
    lists.words,
    (words, at) => (1 - weight) * words + weight * lists.cosines[at]!,
  );
  const model = fitLogit(lists, values, [0, until], start);
  let score = -(((weight - defaultWeight) / deviation) ** 2) / 2;
  for (let list = 0; list < until; list++) score += logLikelihood(lists, values, list, model);
  return { weight, values, model, score };
}

/** The mean of all, and its standard error where only what is of different groups is independent. */
function meanOf(groups: readonly { sum: number; count: number }[]): { gain: number; error: number } {
  const count = groups.reduce((sum, own) => sum + own.count, 0);
  const gain = groups.reduce((sum, own) => sum + own.sum, 0) / count;
  const squares = groups.reduce((sum, own) => sum + (own.sum - own.count * gain) ** 2, 0);
  const error = Math.sqrt((squares * groups.length) / Math.max(1, groups.length - 1)) / count;
  return { gain, error };
}

interface ValuedLists extends ClickedLists {
  readonly words: Float64Array;
  readonly cosines: Float64Array;
}

function listsOf(choices: readonly ClickedList[]): ValuedLists {
  const offsets = new Uint32Array(choices.length + 1);
  choices.forEach(({ positions }, i) => (offsets[i + 1] = offsets[i]! + positions.length));
  const places = offsets[choices.length]!;
  const positions = new Uint16Array(places);
  const words = new Float64Array(places);
  const cosines = new Float64Array(places);
  choices.forEach((choice, i) => {
    positions.set(choice.positions, offsets[i]);
    words.set(choice.words, offsets[i]);
    cosines.set(choice.cosines, offsets[i]);
  });
  return { offsets, positions, words, cosines, chosen: Uint16Array.from(choices, ({ chosen }) => chosen) };
}
