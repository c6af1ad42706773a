import { createHash } from 'node:crypto';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import type { ImportRecord } from '../import-records.ts';

/**
 * Finds ids that a file with columns has twice, which is a mistake there. NDJSON may name an item again, to replace it. Remembers the
 * lines of the first `limits.importIdsMax` ids.
 */
export class UniqueIds {
  /** Lines by the first bytes of the hash of their id: 16 bytes an id. */
  readonly #lines = new Map<bigint, number>();

  /** @throws VitrineError invalid_item if an earlier line has the id */
  check(record: ImportRecord): void {
    const id = readComparedId(record);
    const earlier = id === null ? undefined : this.#lines.get(hashId(id));
    if (earlier === undefined || id === null) return;
    const path = `line ${record.line}.id`;
    const quotedId = JSON.stringify(id.slice(0, 100));
    const detail = `${path} must not be that of another line: current value is ${quotedId}, as in line ${earlier}`;
    throw new VitrineError('invalid_item', detail, { errors: [{ path, code: 'duplicate', detail }] });
  }

  /** Remembers the id of a valid record. */
  add(record: ImportRecord): void {
    const id = readComparedId(record);
    if (id !== null && this.#lines.size < limits.importIdsMax) this.#lines.set(hashId(id), record.line);
  }
}

function readComparedId(record: ImportRecord): string | null {
  return record.source.findColumn === null ? null : readId(record);
}

/** The id that a record names, or null if it has none or cannot be read. */
export function readId(record: ImportRecord): string | null {
  if ('error' in record) return null;
  const { value } = record.input;
  const id = value !== null && typeof value === 'object' && !Array.isArray(value) ? value['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function hashId(id: string): bigint {
  return createHash('sha1').update(id).digest().readBigUInt64LE();
}
