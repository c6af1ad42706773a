import type { TermsOfWords } from '../query/query.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { Expansion } from '../expansion/expansions.ts';

/** Maximum number of accepted terms for the highlighter. */
const matchedTermsMax = 500;

/** The terms that the highlighter marks: the query words and their expansions. */
export function collectMatchedTerms(
  words: readonly QueryWord[],
  expansions: readonly Expansion[],
  states: readonly SegmentState[],
): TermsOfWords {
  const terms = new Map<string, number>();
  const [prefixes, prefixBits]: [string[], number[]] = [[], []];
  const [phrases, phraseBits]: [string[][], number[]] = [[], []];
  const [infixes, infixBits]: [string[], number[]] = [[], []];
  for (const expansion of expansions) {
    const { kind, bits } = expansion;
    if (kind === 'exact') continue;
    if (kind === 'prefix') {
      prefixes.push(words.find((word) => word.bit === bits)!.folded);
      prefixBits.push(bits);
      continue;
    }
    if (kind === 'infix') {
      if (expansion.intended === null) continue;
      infixes.push(expansion.intended);
      infixBits.push(bits);
      continue;
    }
    if (expansion.phrase !== null) {
      phrases.push(expansion.phrase.map((part) => stemOfPart(states, expansion.parts[part]!)));
      phraseBits.push(bits);
      continue;
    }
    for (const part of expansion.parts) {
      part.forEach((list, segmentNo) => {
        for (const term of list) {
          const text = states[segmentNo]!.segment.readTerm(term);
          const known = terms.get(text);
          if (known !== undefined || terms.size < matchedTermsMax) terms.set(text, (known ?? 0) | bits);
        }
      });
    }
  }
  return {
    words: words.map((word) => word.text),
    stems: words.map((word) => word.stem),
    prefixes,
    prefixBits,
    terms: [...terms.keys()],
    termBits: [...terms.values()],
    phrases,
    phraseBits,
    infixes,
    infixBits,
  };
}

/** All terms of a phrase's part have one stem. */
function stemOfPart(states: readonly SegmentState[], part: readonly (readonly number[])[]): string {
  const segmentNo = part.findIndex((terms) => terms.length > 0);
  const { segment } = states[segmentNo]!;
  return segment.stemText(segment.stemOfTerm(part[segmentNo]![0]!));
}
