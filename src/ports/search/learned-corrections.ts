import type { VisitorId } from '../recommendations/events.ts';

/** A word that no item has, and the words that visitors searched for in its place. In lower case. */
export interface LearnedWord {
  readonly word: string;
  readonly target: string;
}

/** A learned word with its stem, and those of the target between blanks: the same for all forms and spellings of the words. */
export interface StemmedWord extends LearnedWord {
  readonly stem: string;
  readonly targetStems: string;
}

/** The search of a visitor after a word that no item has. */
export interface Reformulation extends StemmedWord {
  readonly by: VisitorId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether the visitor also clicked or bought a result. */
  readonly isChosen: boolean;
  /** The visitor's address; null if unknown. */
  readonly address: string | null;
}

/** A correction that visitors taught, in the forms that most of them typed. */
export interface LearnedCorrection extends LearnedWord {
  readonly visitors: number;
  /** When the last of them searched, in ms since 1970. */
  readonly at: number;
}

/**
 * Corrections of one project that its visitors taught: a word becomes one from five visitors on, if at least half of those who
 * replaced it meant the same. Keeps the last replacement of each visitor and word for 60 days. An erasure deletes the visitor; a
 * session that is linked to a user counts as that user, and visitors of one address count as two at most. With the setting
 * `learnCorrections` off, there are none, and nothing is kept.
 */
export interface LearnedCorrections {
  /** Written in the background; a crash may lose the last ones. */
  record(reformulation: Reformulation): void;
  /** The corrections, those of most visitors first. */
  list(): LearnedCorrection[];
  /** Deletes the corrections of a word in all its forms. They can be learned again. */
  forget(word: string): Promise<void>;
}
