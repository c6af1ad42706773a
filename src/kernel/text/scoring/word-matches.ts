import type { MatchContext } from './matcher.ts';
import { hasPhrase, type WordMatch } from './ranking.ts';
import type { SegmentSlot } from '../segments/segment-slot.ts';
import { entryOf, termInDocument } from '../segments/term-in-document.ts';
import { documentsOfPhrase, phraseGroups, type Variant } from '../words/variants.ts';

/** How a document came to match: its word for each word of the query, in the order in which they were looked for. */
export function wordMatches(
  { words, variants, phrases }: MatchContext,
  slot: SegmentSlot,
  s: number,
  document: number,
): WordMatch[] {
  const matches: WordMatch[] = [];
  let found = 0;
  for (const variant of variants) {
    if ((found & variant.bits) === variant.bits) continue;
    if (documentsOfPhrase(phrases[s]!, variant)?.includes(document) === false) continue;
    const terms = variant.parts.map((part) => termInDocument(slot, part[s]!, document, variant.counts));
    if (!terms.every((term) => term !== null) || !standsTogether(variant, slot, s, document)) continue;
    found |= variant.bits;
    matches.push({
      words: words
        .filter(({ bit }) => (variant.bits & bit) !== 0)
        .map(({ text }) => text)
        .join(' '),
      how: variant.kind,
      found: (variant.phrase ?? terms.keys().toArray())
        .map((part) => slot.segment.termText(terms[part]!))
        .join(' '),
      typos: variant.typos,
      factor: variant.factor,
      inName: terms.every((term) => entryOf(slot, term, document, variant.counts)!.inName),
    });
  }
  return matches;
}

function standsTogether(variant: Variant, slot: SegmentSlot, s: number, document: number): boolean {
  const groups = phraseGroups(variant, slot, s);
  return groups === null || hasPhrase(groups, slot.segment, document);
}
