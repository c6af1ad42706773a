import type { MatchedTerms } from '../query/query.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { Expansion } from '../expansion/expansions.ts';

/** Further accepted words given to the highlighter. */
const matchedTermsMax = 500;

/** What the highlighter marks: the words asked for, and in which other ways they were looked for. */
export function matchedTerms(
  words: readonly QueryWord[],
  variants: readonly Expansion[],
  states: readonly SegmentState[],
): MatchedTerms {
  const prefixes: string[] = [];
  const terms = new Set<string>();
  const phrases: string[][] = [];
  const infixes: string[] = [];
  for (const variant of variants) {
    if (variant.kind === 'exact') continue;
    if (variant.kind === 'prefix') {
      prefixes.push(words.find((word) => word.bit === variant.bits)!.folded);
      continue;
    }
    if (variant.kind === 'infix') {
      if (variant.meant !== null) infixes.push(variant.meant);
      continue;
    }
    if (variant.phrase !== null) {
      phrases.push(variant.phrase.map((part) => baseOfPart(states, variant.parts[part]!)));
      continue;
    }
    for (const part of variant.parts) {
      part.forEach((list, s) => {
        for (const term of list)
          if (terms.size < matchedTermsMax) terms.add(states[s]!.segment.termText(term));
      });
    }
  }
  return { stems: words.map((word) => word.stem), prefixes, terms: [...terms], phrases, infixes };
}

/** All terms of a part of a phrase have one base. */
function baseOfPart(states: readonly SegmentState[], part: readonly (readonly number[])[]): string {
  const s = part.findIndex((terms) => terms.length > 0);
  const { segment } = states[s]!;
  return segment.stemText(segment.stemOfTerm(part[s]![0]!));
}
