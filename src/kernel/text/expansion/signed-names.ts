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
  const expansion = createExpansion('prefix', toWordSpan(word), {
    factor: settings.ranking.prefix,
    parts: [states.map(() => [])],
  });
  for (const name of listNamesWithSigns(word.folded)) {
    const { terms, frequency } = findTermsOfStem(states, name);
    if (frequency === 0) continue;
    expansion.frequency += frequency;
    terms.forEach((segmentTerms, segmentNo) => expansion.parts[0]![segmentNo]!.push(...segmentTerms));
  }
  return expansion.frequency > 0 ? expansion : null;
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
