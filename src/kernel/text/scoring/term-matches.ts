import type { MatchContext } from './scorer.ts';
import { hasPhrase, type TermMatch } from './ranking.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { findEntry, findTermInDocument } from '../segments/term-in-document.ts';
import { findPhraseDocuments, listPhraseStems, type Expansion } from '../expansion/expansions.ts';

/** Explains how a document matched: its term for each word of the query, by the first expansion that found it. */
export function listTermMatches(
  { words, optionalWords, expansions, phrases }: MatchContext,
  state: SegmentState,
  segmentNo: number,
  document: number,
): TermMatch[] {
  const matches: TermMatch[] = [];
  let found = 0;
  for (const expansion of expansions) {
    if ((found & expansion.bits) === expansion.bits) continue;
    if (findPhraseDocuments(phrases[segmentNo]!, expansion)?.includes(document) === false) continue;
    const terms = expansion.parts.map((part) =>
      findTermInDocument(state, part[segmentNo]!, document, expansion.counts),
    );
    if (!terms.every((term) => term !== null) || !containsPhrase(expansion, state, segmentNo, document))
      continue;
    found |= expansion.bits;
    matches.push({
      words: [...words, ...optionalWords]
        .filter(({ bit }) => (expansion.bits & bit) !== 0)
        .map(({ text }) => text)
        .join(' '),
      how: expansion.kind,
      found: (expansion.phrase ?? terms.keys().toArray())
        .map((part) => state.segment.readTerm(terms[part]!))
        .join(' '),
      typos: expansion.typos,
      factor: expansion.factor,
      inName: terms.every((term) => findEntry(state, term, document, expansion.counts)!.inName),
    });
  }
  return matches;
}

function containsPhrase(
  expansion: Expansion,
  state: SegmentState,
  segmentNo: number,
  document: number,
): boolean {
  const stems = listPhraseStems(expansion, state, segmentNo);
  return stems === null || hasPhrase(stems, state.segment, document);
}
