/**
 * Every number of the recommendation formulas, as one object of plain data.
 *
 * The defaults are one set for every shop; `bench/quality/recommend.ts` measures what they are worth. A model that learns a shop's
 * own weights hands in another object of this shape; nothing else in the kernel has to know.
 */
export interface RecommenderWeights {
  /** Weight in the final score: transitions, content, second hop, attribute lift, neighbouring visits. */
  readonly transitions: number;
  readonly content: number;
  readonly secondHop: number;
  readonly attributeLift: number;
  readonly visits: number;
  /** A history's item at age a (0 the newest) counts `ageDecay ** a`. */
  readonly ageDecay: number;
  /** Items nobody touched yet: cold x (C + coldSecondHop x TC). */
  readonly cold: number;
  readonly coldSecondHop: number;
  /** An item of the history, where the shop's log shows repeats: repeatScore x score + repeat x rep[age]. */
  readonly repeatScore: number;
  readonly repeat: number;
  /** The share of touches that must be repeats before items of the history are recommended again. */
  readonly repeatShareMin: number;
  /** S = C / ((n_i + shrink)^rowPower (n_j + shrink)^columnPower). */
  readonly shrink: number;
  readonly rowPower: number;
  readonly columnPower: number;
  /** K' = K / (max K + visitsShrink). */
  readonly visitsShrink: number;
  /** `similar`: behaviour weighs n / (n + similarShrink), content the rest. */
  readonly similarShrink: number;
  /** `similar`: how much a vector neighbour's cosine weighs within the content part, 0 to 1. */
  readonly similarVectors: number;
  /** `boughtTogether`: how many baskets the type, the category and the visitors' other baskets stand for; the known buyer's habit. */
  readonly typePrior: number;
  readonly categoryPrior: number;
  readonly visitorPrior: number;
  readonly buyerHabit: number;
  /** `trending`: added to the expected count under the root. */
  readonly trendPrior: number;
  readonly trendHalfLifeHours: number;
  readonly popularHalfLifeDays: number;
  /** How much a touch of an event type counts, below 0: it takes back; `other` is for the shop's own types. */
  readonly eventTypes: Readonly<Record<string, number>>;
  readonly otherEventType: number;
}

export const DEFAULT_WEIGHTS: RecommenderWeights = {
  transitions: 1,
  content: 0.5,
  secondHop: 0.2,
  attributeLift: 0.8,
  visits: 6,
  ageDecay: 0.6,
  cold: 0.5,
  coldSecondHop: 2,
  repeatScore: 1.5,
  repeat: 4,
  repeatShareMin: 0.01,
  shrink: 40,
  rowPower: 0.5,
  columnPower: 0.4,
  visitsShrink: 10,
  similarShrink: 20,
  similarVectors: 0.5,
  typePrior: 30,
  categoryPrior: 30,
  visitorPrior: 10,
  buyerHabit: 3,
  trendPrior: 3,
  trendHalfLifeHours: 12,
  popularHalfLifeDays: 30,
  // A bought product was mostly viewed and put into the cart before, so it has counted three times by then.
  eventTypes: { view: 1, click: 1, cart: 1, purchase: 1, dislike: -1 },
  otherEventType: 0.25,
};

/** The bounds of the work an event or a request may cost. Changing one changes what the counters mean. */
export const BOUNDS = {
  /** How many touches of a history a request reads, and how far back a repeat is looked for. */
  historyWindow: 50,
  /** How many earlier touches a new one is paired with: 50 gains .0002 NDCG on Beauty for 2.4 times the memory. */
  transitionWindow: 20,
  /** How many earlier touches count for attribute pairs. */
  liftWindow: 5,
  /** Neighbours read of a transition row and of a content row. */
  rowItems: 100,
  contentItems: 60,
  /** The history items whose rows a request reads: 0.6^8 is 0.02, 0.6^6 is 0.05; more change no figure of a set. */
  rowsRead: 8,
  contentRowsRead: 6,
  /** The transition candidates whose own rows are the second hop. */
  secondHopSources: 15,
  /** The items of a history that are looked up in other visits: e^-4 is 0.02, and eight change no figure of a set. */
  visitItems: 4,
  /** The newest visits of an item, the touches walked for them, the best visits that vote, and how far around. */
  visitsPerItem: 500,
  touchesPerItem: 2000,
  visitsVoting: 50,
  visitReach: 6,
  /** Candidates that get the attribute lift, and the history items it is read from. */
  liftItems: 4,
  liftCandidates: 100,
  /** A visitor counts for the trends with at most this many touches an hour. */
  trendTouchesPerHour: 200,
  /** Items of one basket that are all paired with each other. */
  basketItems: 100,
  /** Sample size of a larger basket, which says little about any pair: pairs grow with the square. */
  basketSample: 50,
} as const;
