import type { MatchedTerms } from '../query/query.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { Expansion } from '../expansion/expansions.ts';

/** Maximum number of accepted terms for the highlighter. */
const matchedTermsMax = 500;

/** The terms that the highlighter marks: the query words and their expansions. */
export function matchedTerms(
  words: readonly QueryWord[],
  expansions: readonly Expansion[],
  states: readonly SegmentState[],
): MatchedTerms {
  const prefixes: string[] = [];
  const terms = new Set<string>();
  const phrases: string[][] = [];
  const infixes: string[] = [];
  for (const expansion of expansions) {
    if (expansion.kind === 'exact') continue;
    if (expansion.kind === 'prefix') {
      prefixes.push(words.find((word) => word.bit === expansion.bits)!.folded);
      continue;
    }
    if (expansion.kind === 'infix') {
      if (expansion.intended !== null) infixes.push(expansion.intended);
      continue;
    }
    if (expansion.phrase !== null) {
      phrases.push(expansion.phrase.map((part) => stemOfPart(states, expansion.parts[part]!)));
      continue;
    }
    for (const part of expansion.parts) {
      part.forEach((list, segmentNo) => {
        for (const term of list)
          if (terms.size < matchedTermsMax) terms.add(states[segmentNo]!.segment.termText(term));
      });
    }
  }
  return { stems: words.map((word) => word.stem), prefixes, terms: [...terms], phrases, infixes };
}

/** All terms of a phrase's part have one stem. */
function stemOfPart(states: readonly SegmentState[], part: readonly (readonly number[])[]): string {
  const segmentNo = part.findIndex((terms) => terms.length > 0);
  const { segment } = states[segmentNo]!;
  return segment.stemText(segment.stemOfTerm(part[segmentNo]![0]!));
}
