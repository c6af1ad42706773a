import { listNamesWithSigns, removeNameSign } from '../language/name-signs.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { createExpansion, toWordSpan, findTermsOfStem, type Expansion } from './expansions.ts';

/** Names that are the word with a sign, such as "Disney+" for "disney", ranked like its prefix matches; null without any. */
export function expandSignedNames(
  states: readonly SegmentState[],
  word: QueryWord,
  settings: TextSettings,
): Expansion | null {
  const found = listNamesWithSigns(word.folded)
    .map((name) => findTermsOfStem(states, name))
    .filter(({ frequency }) => frequency > 0);
  if (found.length === 0) return null;
  return createExpansion('prefix', toWordSpan(word), {
    factor: settings.ranking.prefix,
    frequency: found.reduce((sum, { frequency }) => sum + frequency, 0),
    parts: [states.map((_, segmentNo) => found.flatMap(({ terms }) => terms[segmentNo]!))],
  });
}

/** The word without its sign, if documents write "Disney" for "disney+". Null if none does, and for a name such as "C#". */
export function expandBareName(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Expansion | null {
  const bare = removeNameSign(word.text);
  if (bare === null) return null;
  const { terms, frequency } = findTermsOfStem(states, analyzer.stem(bare));
  const factor = settings.ranking.prefix;
  return frequency === 0
    ? null
    : createExpansion('split', toWordSpan(word), { factor, frequency, parts: [terms], intended: bare });
}
