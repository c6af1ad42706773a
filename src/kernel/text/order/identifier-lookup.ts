import { hasBit } from '../../bits/bitmap.ts';
import { listDocumentValues } from '../segments/columns.ts';
import { normalizeIdentifier, hashIdentifier, type IdentifierRanks } from '../segments/identifiers.ts';
import type { Pin } from '../query/query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import {
  packDocumentId,
  withDocumentsListed,
  isAllowed,
  pinDocuments,
  readRankingKeys,
  type PinScope,
  type Pinned,
} from './pins.ts';

/** A value shared by more documents identifies none of them. */
export const identifiedMax = 1_000;

/** A live document with an identifier equal to the query. */
export interface IdentifierMatch {
  readonly segmentNo: number;
  readonly document: number;
  /** The first field of `TextSettings.identifiers` that matches. */
  readonly field: string;
  /** The position of the field in that setting. */
  readonly rank: number;
  /** Whether it equals the query exactly, ignoring case. */
  readonly isVerbatim: boolean;
}

/** The documents with an identifier equal to the text. Mostly there are none, which one hash lookup a segment shows. */
export function lookUpIdentifier(
  text: string,
  states: readonly SegmentState[],
  rankField: IdentifierRanks,
): readonly IdentifierMatch[] {
  const comparable = normalizeIdentifier(text);
  const hash = hashIdentifier(comparable);
  if (hash === null) return [];
  const identifier = { comparable, written: text.trim().toLowerCase() };
  const matches: IdentifierMatch[] = [];
  for (let segmentNo = 0; segmentNo < states.length; segmentNo++) {
    const { segment, deleted } = states[segmentNo]!;
    const documents = segment.findByIdentifier(hash);
    if (documents.length === 0) continue;
    const fields = listIdentifierFields(segment.fields, rankField);
    for (const document of documents) {
      if (hasBit(deleted, document)) continue;
      const matchedFields = readIdentifierMatch(segment, document, fields, identifier);
      if (matchedFields !== null) matches.push({ segmentNo, document, ...matchedFields });
      if (matches.length > identifiedMax) return [];
    }
  }
  return matches;
}

interface IdentifierField {
  readonly field: string;
  readonly rank: number;
}

/** Cached by a segment's list of fields, of which there may be thousands; a mutable segment has a new list each time. */
const fieldsCache = new WeakMap<
  readonly string[],
  { rankField: IdentifierRanks; fields: IdentifierField[] }
>();

function listIdentifierFields(
  all: readonly string[],
  rankField: IdentifierRanks,
): readonly IdentifierField[] {
  const cached = fieldsCache.get(all);
  if (cached?.rankField === rankField) return cached.fields;
  const fields = all
    .map((field) => ({ field, rank: rankField(field) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  fieldsCache.set(all, { rankField, fields });
  return fields;
}

/** A list with its pins and identifier matches. */
interface Arranged extends Pinned {
  /** The identifier field that equals the query, by document (see `packDocumentId()`), for documents that may be listed. */
  readonly identified: ReadonlyMap<number, string>;
}

/**
 * Lists the documents with an identifier equal to the query, whether or not its words match them. Unless the request sorts,
 * they come before all others, at the positions that `pins` leave free: exact matches first, then by field, then by the order
 * of the list.
 */
export function arrangeIdentified(
  identified: readonly IdentifierMatch[],
  pins: readonly Pin[],
  isSorted: boolean,
  scope: PinScope,
): Arranged {
  const passing = identified.filter(({ segmentNo, document }) =>
    isAllowed(scope.allowed[segmentNo]!, document),
  );
  const listed = { ...scope, ...withDocumentsListed(passing, scope) };
  const rankingKeys = readRankingKeys(passing, listed.matches);
  const candidates = passing.map((match) => {
    const rankingKey = rankingKeys.get(packDocumentId(match.segmentNo, match.document))!;
    return { ...match, candidate: scope.order.candidate(match.segmentNo, match.document, rankingKey) };
  });
  candidates.sort(
    (a, b) =>
      Number(b.isVerbatim) - Number(a.isVerbatim) ||
      a.rank - b.rank ||
      scope.order.compare(a.candidate, b.candidate),
  );
  const first = candidates.map(({ candidate: { key } }): Pin => ({ key, product: '', position: 1 }));
  return {
    ...pinDocuments(isSorted ? pins : [...pins, ...first], listed),
    identified: new Map(
      passing.map(({ segmentNo, document, field }) => [packDocumentId(segmentNo, document), field]),
    ),
  };
}

function readIdentifierMatch(
  segment: SegmentReader,
  document: number,
  fields: readonly IdentifierField[],
  identifier: { readonly comparable: string; readonly written: string },
): Pick<IdentifierMatch, 'field' | 'rank' | 'isVerbatim'> | null {
  for (const { field, rank } of fields) {
    let isNamed = false;
    for (const value of listDocumentValues(segment.getColumn(field)!, document)) {
      if (normalizeIdentifier(value) !== identifier.comparable) continue;
      if (String(value).trim().toLowerCase() === identifier.written) return { field, rank, isVerbatim: true };
      isNamed = true;
    }
    if (isNamed) return { field, rank, isVerbatim: false };
  }
  return null;
}
