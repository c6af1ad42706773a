import type { MatchedTerms } from '../query/query.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentSlot } from '../segments/segment-slot.ts';
import type { Variant } from '../words/variants.ts';

/** Further accepted words given to the highlighter. */
const matchedTermsMax = 500;

/** What the highlighter marks: the words asked for, and in which other ways they were looked for. */
export function matchedTerms(
  words: readonly QueryWord[],
  variants: readonly Variant[],
  slots: readonly SegmentSlot[],
): MatchedTerms {
  const prefixes: string[] = [];
  const terms = new Set<string>();
  const phrases: string[][] = [];
  const middles: string[] = [];
  for (const variant of variants) {
    if (variant.kind === 'exact') continue;
    if (variant.kind === 'prefix') {
      prefixes.push(words.find((word) => word.bit === variant.bits)!.folded);
      continue;
    }
    if (variant.kind === 'part') {
      if (variant.meant !== null) middles.push(variant.meant);
      continue;
    }
    if (variant.phrase !== null) {
      phrases.push(variant.phrase.map((part) => baseOfPart(slots, variant.parts[part]!)));
      continue;
    }
    for (const part of variant.parts) {
      part.forEach((list, s) => {
        for (const term of list)
          if (terms.size < matchedTermsMax) terms.add(slots[s]!.segment.termText(term));
      });
    }
  }
  return { bases: words.map((word) => word.base), prefixes, terms: [...terms], phrases, middles };
}

/** All terms of a part of a phrase have one base. */
function baseOfPart(slots: readonly SegmentSlot[], part: readonly (readonly number[])[]): string {
  const s = part.findIndex((terms) => terms.length > 0);
  const { segment } = slots[s]!;
  return segment.baseOfGroup(segment.groupOfTerm(part[s]![0]!));
}
