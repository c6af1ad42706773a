/**
 * The parameters of the recommendation formulas as plain data. The defaults are the same for every shop;
 * `bench/quality/recommend.ts` measures them. A shop's own weights can be passed as another object of this type.
 */
export interface RecommenderWeights {
  /** Weights in the final score: transitions, content, second hop, attribute lift, session-kNN. */
  readonly transitions: number;
  readonly content: number;
  readonly secondHop: number;
  readonly attributeLift: number;
  readonly visits: number;
  /** An item at age a of the history (0 the newest) counts `ageDecay ** a`. */
  readonly ageDecay: number;
  /** Items without interactions: cold x (C + coldSecondHop x TC). */
  readonly cold: number;
  readonly coldSecondHop: number;
  /** The score of an item of the history, if the log shows repeats: repeatScore x score + repeat x rep[age]. */
  readonly repeatScore: number;
  readonly repeat: number;
  /** The share of interactions that must be repeats before items of the history are recommended again. */
  readonly repeatShareMin: number;
  /** S = C / ((n_i + shrink)^rowPower (n_j + shrink)^columnPower). */
  readonly shrink: number;
  readonly rowPower: number;
  readonly columnPower: number;
  /** K' = K / (max K + visitsShrink). */
  readonly visitsShrink: number;
  /** The visits with both items that equal content counts as in `similar`. */
  readonly similarShrink: number;
  /** The weights of the cosine of pictures, and of the meaning of names, within the similarity of content, 0 to 1. */
  readonly similarVectors: number;
  readonly similarMeaning: number;
  /** The weight of common category levels within the rest. */
  readonly similarCategory: number;
  /**
   * Weights of `boughtTogether`, which are the prior of the type, the category and the visitors' other baskets, in baskets; the weight of the
   * buyer's habit.
   */
  readonly typePrior: number;
  readonly categoryPrior: number;
  readonly visitorPrior: number;
  readonly buyerHabit: number;
  /** Added to the expected count under the root of `trending`. */
  readonly trendPrior: number;
  readonly trendHalfLifeHours: number;
  readonly popularHalfLifeDays: number;
  /** The weight of an interaction by event type; below 0 for retractions. `otherEventType` is for custom types. */
  readonly eventTypes: Readonly<Record<string, number>>;
  readonly otherEventType: number;
}

export const defaultWeights: RecommenderWeights = {
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
  similarShrink: 5,
  similarVectors: 0.1,
  similarMeaning: 0.25,
  similarCategory: 0.3,
  typePrior: 30,
  categoryPrior: 30,
  visitorPrior: 10,
  buyerHabit: 3,
  trendPrior: 3,
  trendHalfLifeHours: 12,
  popularHalfLifeDays: 30,
  // Purchases mostly follow a view and a cart event of the product, and so count three times.
  eventTypes: { view: 1, click: 1, cart: 1, purchase: 1, dislike: -1 },
  otherEventType: 0.25,
};

/** Bounds of the work for an event or a request. Changing one changes the counters. */
export const recommenderBounds = {
  /** Maximum interactions of a history that a request reads, and that are searched for a repeat. */
  historyWindow: 50,
  /** Earlier interactions that a new one is paired with: 50 gains .0002 NDCG on Beauty for 2.4 times the memory. */
  transitionWindow: 20,
  /** Earlier interactions that count for attribute pairs. */
  liftWindow: 5,
  /** Neighbours read of a transition row and of a content row. */
  rowItems: 100,
  contentItems: 60,
  /** Number of history items whose rows a request reads: 0.6^8 is 0.02, 0.6^6 is 0.05; more change no figure of a data set. */
  rowsRead: 8,
  contentRowsRead: 6,
  /** Number of transition candidates whose rows are the second hop. */
  secondHopSources: 15,
  /** Number of history items that are looked up in other histories: e^-4 is 0.02, and eight change no figure of a data set. */
  visitItems: 4,
  /**
   * Bounds of session-kNN: the newest subjects of an item; the interactions scanned for them, more than one visitor can send in a row;
   * those skipped in between as beyond the cap of their address; the best subjects that vote; the reach of a vote.
   */
  visitsPerItem: 500,
  interactionsPerItem: 20_000,
  skippedPerItem: 200_000,
  visitsVoting: 50,
  visitReach: 6,
  /** Candidates that get the attribute lift, and the history items it is computed from. */
  liftItems: 4,
  liftCandidates: 100,
  /** Maximum interactions per hour for which a visitor counts in the trends. */
  trendInteractionsPerHour: 200,
  /** Maximum items of a basket that are all paired with each other. */
  basketItems: 100,
  /** Sample size of a larger basket, which is weak evidence for any pair: pairs grow with the square. */
  basketSample: 50,
} as const;

/** Caps on the weight of one visitor in the pairs of an item. */
export interface VisitorCaps {
  /** Maximum interactions with an item that count, other than purchases; the first ones do. */
  readonly interactions: number;
  /** Maximum days with a purchase of an item that count, each once; the first ones do. */
  readonly purchaseDays: number;
  /** Maximum baskets of all items that count; the first ones do. */
  readonly baskets: number;
}

export const visitorCaps: VisitorCaps = { interactions: 2, purchaseDays: 50, baskets: 1000 };
