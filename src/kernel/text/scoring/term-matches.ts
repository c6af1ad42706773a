import type { MatchContext } from './scorer.ts';
import { hasPhrase, type TermMatch } from './ranking.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { entryOf, termInDocument } from '../segments/term-in-document.ts';
import { documentsOfPhrase, phraseGroups, type Expansion } from '../expansion/expansions.ts';

/** How a document came to match: its word for each word of the query, in the order in which they were looked for. */
export function termMatches(
  { words, variants, phrases }: MatchContext,
  state: SegmentState,
  s: number,
  document: number,
): TermMatch[] {
  const matches: TermMatch[] = [];
  let found = 0;
  for (const variant of variants) {
    if ((found & variant.bits) === variant.bits) continue;
    if (documentsOfPhrase(phrases[s]!, variant)?.includes(document) === false) continue;
    const terms = variant.parts.map((part) => termInDocument(state, part[s]!, document, variant.counts));
    if (!terms.every((term) => term !== null) || !standsTogether(variant, state, s, document)) continue;
    found |= variant.bits;
    matches.push({
      words: words
        .filter(({ bit }) => (variant.bits & bit) !== 0)
        .map(({ text }) => text)
        .join(' '),
      how: variant.kind,
      found: (variant.phrase ?? terms.keys().toArray())
        .map((part) => state.segment.termText(terms[part]!))
        .join(' '),
      typos: variant.typos,
      factor: variant.factor,
      inName: terms.every((term) => entryOf(state, term, document, variant.counts)!.inName),
    });
  }
  return matches;
}

function standsTogether(variant: Expansion, state: SegmentState, s: number, document: number): boolean {
  const groups = phraseGroups(variant, state, s);
  return groups === null || hasPhrase(groups, state.segment, document);
}
