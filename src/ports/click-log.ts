/** A place of a list that was shown: what decided it, where words and meaning did. */
export interface ShownResult {
  /** From 1, on all pages. */
  readonly position: number;
  /** See `MeaningPart`. */
  readonly words: number;
  readonly cosine: number;
}

/** What somebody chose of a list that words and meaning ordered. */
export interface ResultClick {
  /** As it was typed, in lower case and with single blanks. */
  readonly query: string;
  readonly by: { readonly user: string } | { readonly session: string };
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The text model of the list. */
  readonly model: string;
  /** Those places of the list that only the weight of the meaning puts in order; two at least. */
  readonly places: readonly ShownResult[];
  /** Index of the one that was chosen. */
  readonly chosen: number;
}

/** How far the weight of the meaning is learnt. */
export interface WeightTraining {
  /** `off`: nothing is learnt. `waiting`: for more choices than there are. */
  readonly state: 'off' | 'waiting' | 'learning';
  /** What is in force where the settings leave it to what is learnt. */
  readonly weight: number;
  /** Whether it is another than the usual one. */
  readonly learnt: boolean;
  /** Choices that are kept, and how many there are to be before it is looked at next. */
  readonly choices: number;
  readonly choicesMin: number;
  readonly last: WeightReport | null;
}

/** What came of the last time that it was looked at. */
export interface WeightReport {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly choices: number;
  /** Different ones. */
  readonly queries: number;
  /** The weight that was in force, the one that the earlier choices speak for, and what was concluded from the later ones. */
  readonly before: number;
  readonly tried: number | null;
  readonly weight: number;
  /** How much likelier `tried` makes the later choices: the mean of the logarithms, and its standard error. */
  readonly gain: number | null;
  readonly error: number | null;
  readonly cpuSeconds: number;
}

/**
 * What shoppers of one project choose from lists of words and meaning, and the weight of the meaning that is learnt from it. Of each
 * query and person the last choice is kept, for 60 days at the most; whoever is erased is erased here too.
 */
export interface ClickLog {
  /** Kept within moments: what is lost when the process is killed are the choices of the last seconds. */
  record(choice: ResultClick): void;
  /** The share of the meaning in a place, 0 to 1, by what was chosen from lists of this text model. */
  weight(model: string): number;
  training(): WeightTraining;
  /** Looks at it now. Null: it was stopped, or is switched off. */
  train(): Promise<WeightReport | null>;
}
