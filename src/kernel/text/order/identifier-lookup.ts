import { hasBit } from '../../bits/bitmap.ts';
import type { Column } from '../segments/columns.ts';
import { comparableIdentifier, identifierHash, type IdentifierRanks } from '../segments/identifiers.ts';
import { firstEntry } from '../segments/matched-documents.ts';
import type { Pin } from '../query/query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import {
  idOf,
  withDocumentsListed,
  passes,
  pinDocuments,
  rankingKeysOf,
  type PinScope,
  type Pinned,
} from './pins.ts';

/** What more documents share names none of them. */
export const identifiedMax = 1_000;

/** A live document that the text of a query names. */
export interface IdentifierMatch {
  readonly source: number;
  readonly document: number;
  /** The first of `TextSettings.identifiers` that does. */
  readonly field: string;
  /** Its place among them. */
  readonly rank: number;
  /** Whether it is written as in the query, but for the case. */
  readonly isVerbatim: boolean;
}

/** The documents of which an identifier equals the text. None is the usual answer: it takes a look at each segment's hashes. */
export function lookUpIdentifier(
  text: string,
  states: readonly SegmentState[],
  rankOf: IdentifierRanks,
): readonly IdentifierMatch[] {
  const comparable = comparableIdentifier(text);
  const hash = identifierHash(comparable);
  if (hash === null) return [];
  const wanted = { comparable, written: text.trim().toLowerCase() };
  const found: IdentifierMatch[] = [];
  for (let source = 0; source < states.length; source++) {
    const { segment, deleted } = states[source]!;
    const documents = segment.documentsByIdentifier(hash);
    if (documents.length === 0) continue;
    const fields = identifierFields(segment.fields, rankOf);
    for (const document of documents) {
      if (hasBit(deleted, document)) continue;
      const named = namedBy(segment, document, fields, wanted);
      if (named !== null) found.push({ source, document, ...named });
      if (found.length > identifiedMax) return [];
    }
  }
  return found;
}

interface IdentifierField {
  readonly field: string;
  readonly rank: number;
}

/** By the fields of a segment: a catalog may have thousands. Those of a mutable segment are another list each time. */
const fieldsKept = new WeakMap<readonly string[], { rankOf: IdentifierRanks; fields: IdentifierField[] }>();

function identifierFields(all: readonly string[], rankOf: IdentifierRanks): readonly IdentifierField[] {
  const kept = fieldsKept.get(all);
  if (kept?.rankOf === rankOf) return kept.fields;
  const fields = all
    .map((field) => ({ field, rank: rankOf(field) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  fieldsKept.set(all, { rankOf, fields });
  return fields;
}

/** What identifiers do to a list beside its pins. */
interface Arranged extends Pinned {
  /** By document (see `idOf`): the field by which the query names it, of those that may be listed. */
  readonly identified: ReadonlyMap<number, string>;
}

/**
 * Lists the documents that the query names, whether or not its words find them; and before all others, in the places that `pins`
 * leave free, unless the request says the order: those written as in the query first, then by field, then as they would stand anyway.
 */
export function arrangeIdentified(
  identified: readonly IdentifierMatch[],
  pins: readonly Pin[],
  isSorted: boolean,
  found: PinScope,
): Arranged {
  const named = identified.filter(({ source, document }) => passes(found.allowed[source]!, document));
  const listed = { ...found, ...withDocumentsListed(named, found) };
  const rankingKeys = rankingKeysOf(named, listed.matches);
  const candidates = named.map((own) => {
    const rankingKey = rankingKeys.get(idOf(own.source, own.document))!;
    return { ...own, candidate: found.order.candidate(own.source, own.document, rankingKey) };
  });
  candidates.sort(
    (a, b) =>
      Number(b.isVerbatim) - Number(a.isVerbatim) ||
      a.rank - b.rank ||
      found.order.compare(a.candidate, b.candidate),
  );
  const first = candidates.map(({ candidate: { key } }): Pin => ({ key, product: '', position: 1 }));
  return {
    ...pinDocuments(isSorted ? pins : [...pins, ...first], listed),
    identified: new Map(named.map(({ source, document, field }) => [idOf(source, document), field])),
  };
}

function namedBy(
  segment: SegmentReader,
  document: number,
  fields: readonly IdentifierField[],
  wanted: { readonly comparable: string; readonly written: string },
): Pick<IdentifierMatch, 'field' | 'rank' | 'isVerbatim'> | null {
  for (const { field, rank } of fields) {
    let isNamed = false;
    for (const value of valuesOf(segment.column(field)!, document)) {
      if (comparableIdentifier(value) !== wanted.comparable) continue;
      if (String(value).trim().toLowerCase() === wanted.written) return { field, rank, isVerbatim: true };
      isNamed = true;
    }
    if (isNamed) return { field, rank, isVerbatim: false };
  }
  return null;
}

function* valuesOf(column: Column, document: number) {
  const { documents, ordinals, entryCount } = column;
  if (documents === null) {
    yield column.valueAt(ordinals[document]!);
    return;
  }
  let at = firstEntry(documents, entryCount, document);
  for (; at < entryCount && documents[at] === document; at++) yield column.valueAt(ordinals[at]!);
}
