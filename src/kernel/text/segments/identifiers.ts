import { convertDigits } from '../../../math/ascii-digits.ts';
import { findFirstIndex } from '../../bits/binary-search.ts';
import { getClassAt, letterClass } from '../language/characters.ts';
import { endBeforeSigns } from '../language/name-signs.ts';
import { hashWord } from '../language/word-table.ts';
import type { FieldValue } from '../schema/document.ts';
import type { TextSettings } from '../schema/settings.ts';
import type { Sections } from './segment-format.ts';

const notAscii = /[\u0080-\uffff]/;

/**
 * The comparable form of an identifier, a value that names a document, such as its SKU. Only letters, digits and the signs at the end of a
 * name count, so that "DV7-1211EA", "dv7 1211ea" and "dv71211ea" are equal, and "C#" is not "C". A segment stores hashes of these forms;
 * documents with an equal hash are then compared by value (see `identifier-lookup.ts`).
 */
export function normalizeIdentifier(value: FieldValue): string {
  if (typeof value === 'boolean') return '';
  const written = String(value);
  const isAscii = !notAscii.test(written);
  const text = (isAscii ? written : convertDigits(written.normalize('NFKC'))).toLowerCase().trimEnd();
  const bare = text.replaceAll(isAscii ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, '');
  return bare + signAtEnd(text);
}

/** The sign at the end of a text, as in "c#"; empty after a digit, where it may mean anything. */
function signAtEnd(text: string): string {
  const end = endBeforeSigns(text);
  return end > 0 && end < text.length && getClassAt(text, end - 1) === letterClass ? text.slice(end) : '';
}

/** The hash of a comparable identifier, or null for an empty one, which names nothing. */
export function hashIdentifier(comparable: string): number | null {
  return comparable === '' ? null : hashWord(comparable) >>> 0;
}

/** The position of a field in `TextSettings.identifiers`, or -1. */
export type IdentifierRanks = (field: string) => number;

/** Returns a function from a field to its rank. Field names are compared without case, `_` and `-`. */
export function createIdentifierRanks({
  identifiers,
  unsearchableFields,
}: Pick<TextSettings, 'identifiers' | 'unsearchableFields'>): IdentifierRanks {
  const folded = identifiers.map(foldName);
  const hashes = new Map<string, number>();
  return (field) => {
    let rank = hashes.get(field);
    if (rank === undefined) {
      rank = unsearchableFields.includes(field) ? -1 : folded.indexOf(foldName(field));
      hashes.set(field, rank);
    }
    return rank;
  };
}

function foldName(field: string): string {
  return field.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The identifiers of documents, in the order of their hashes. */
export type Identifiers = Pick<Sections, 'identifierHashes' | 'identifierDocuments'>;

/** Sorts pairs of hash and document, and removes duplicates. */
export function packIdentifiers(hashes: ArrayLike<number>, documents: ArrayLike<number>): Identifiers {
  // A 32-bit hash and a 16-bit document fit one double, so that a typed array can sort them.
  const entries = new Float64Array(hashes.length);
  for (let i = 0; i < entries.length; i++) entries[i] = hashes[i]! * 0x10000 + documents[i]!;
  entries.sort();
  const identifierHashes = new Uint32Array(entries.length);
  const identifierDocuments = new Uint16Array(entries.length);
  let count = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    if (entry === entries[i - 1]) continue;
    const hash = Math.floor(entry / 0x10000);
    identifierHashes[count] = hash;
    identifierDocuments[count++] = entry - hash * 0x10000;
  }
  return {
    identifierHashes: identifierHashes.subarray(0, count),
    identifierDocuments: identifierDocuments.subarray(0, count),
  };
}

/** Documents that may have an identifier with the hash. */
export function findDocumentsWithHash(
  { identifierHashes, identifierDocuments }: Identifiers,
  hash: number,
): Uint16Array {
  const start = findFirstIndex(0, identifierHashes.length, (at) => identifierHashes[at]! >= hash);
  let end = start;
  while (identifierHashes[end] === hash) end++;
  return end === start ? none : identifierDocuments.subarray(start, end);
}

const none = new Uint16Array(0);
