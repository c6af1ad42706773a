/** Limits of the corrections that a project learns from its visitors. */
export const correctionLimits = {
  /** Characters of a word that is corrected. */
  correctedWordLengthMax: 40,
  /** Words, and characters, of what replaces it. */
  correctionWordsMax: 3,
  correctionLengthMax: 80,
  /** Visitors of whom the replacement of a word is kept. */
  correctionVisitorsPerWordMax: 50,
  /** Words of which the replacement by one visitor is kept. */
  correctionWordsPerVisitorMax: 50,
  /** Replacements of words by the visitors of one address that are kept. */
  correctionsPerAddressMax: 1_000,
  /** Replacements of words by all visitors that are kept. */
  correctionRowsMax: 100_000,
  /** Learned corrections of a reply. */
  correctionsListedMax: 500,
} as const;
