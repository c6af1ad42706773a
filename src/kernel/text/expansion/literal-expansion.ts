import { popCount } from '../../bits/bitmap.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { expandToCompounds } from './compounds.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { expandSignedNames } from './signed-names.ts';
import { expandSynonyms } from './synonym-expansions.ts';
import type { CompiledSynonyms } from './synonyms.ts';
import { expandExactly, type Expansion } from './expansions.ts';

/**
 * The expansions tried first, rarest word first: as written, as the last part of a compound, as a name with a sign, and by synonyms. All expansions of a
 * word share the idf of their total frequency. Otherwise a rare synonym would rank above the word itself.
 */
export function expandLiterally(
  states: readonly SegmentState[],
  words: readonly QueryWord[],
  analyzer: Analyzer,
  synonyms: CompiledSynonyms,
  settings: TextSettings,
): Expansion[] {
  const bySynonym = expandSynonyms(states, words, synonyms, settings);
  const byWord = words.map((word) => {
    const compound = expandToCompounds(states, word, analyzer, settings);
    const signed = expandSignedNames(states, word, settings);
    const expansions = [
      expandExactly(states, word),
      ...(compound === null ? [] : [compound]),
      ...(signed === null ? [] : [signed]),
      ...bySynonym.filter(({ bits }) => bits === word.bit),
    ];
    const frequency = expansions.reduce((sum, expansion) => sum + expansion.frequency, 0);
    return expansions.length === 1
      ? expansions
      : expansions.map((expansion) => ({ ...expansion, frequency }));
  });
  const ofSeveralWords = bySynonym
    .filter(({ bits }) => popCount(bits) > 1)
    .map((expansion) => {
      const covered = byWord.filter(([exact]) => (exact!.bits & expansion.bits) !== 0);
      const literal = Math.min(...covered.map(([exact]) => exact!.frequency));
      return { ...expansion, frequency: expansion.frequency + literal };
    });
  byWord.sort(([a], [b]) => a!.frequency - b!.frequency || a!.bits - b!.bits);
  return [...byWord.flat(), ...ofSeveralWords];
}
