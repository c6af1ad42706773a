import { popCount } from '../../bits/bitmap.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { compoundExpansion } from './compounds.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { synonymExpansions } from './synonym-expansions.ts';
import type { CompiledSynonyms } from './synonyms.ts';
import { exactExpansion, type Expansion } from './expansions.ts';

/**
 * The ways in which words are looked for at once, rarest word first: as written, as the head of a compound, and by their
 * synonyms. They all mean the same, so that they share the idf of their common frequency: else a rare synonym would
 * stand above the word that was asked for.
 */
export function literalExpansions(
  states: readonly SegmentState[],
  words: readonly QueryWord[],
  analyzer: Analyzer,
  synonyms: CompiledSynonyms,
  settings: TextSettings,
): Expansion[] {
  const bySynonym = synonymExpansions(states, words, synonyms, settings);
  const groups = words.map((word) => {
    const compound = compoundExpansion(states, word, analyzer, settings);
    const group = [
      exactExpansion(states, word),
      ...(compound === null ? [] : [compound]),
      ...bySynonym.filter(({ bits }) => bits === word.bit),
    ];
    const frequency = group.reduce((sum, variant) => sum + variant.frequency, 0);
    return group.length === 1 ? group : group.map((variant) => ({ ...variant, frequency }));
  });
  const ofSeveral = bySynonym
    .filter(({ bits }) => popCount(bits) > 1)
    .map((variant) => {
      const covered = groups.filter(([exact]) => (exact!.bits & variant.bits) !== 0);
      const literal = Math.min(...covered.map(([exact]) => exact!.frequency));
      return { ...variant, frequency: variant.frequency + literal };
    });
  groups.sort(([a], [b]) => a!.frequency - b!.frequency || a!.bits - b!.bits);
  return [...groups.flat(), ...ofSeveral];
}
