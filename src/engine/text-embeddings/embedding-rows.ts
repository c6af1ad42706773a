import { decodeVectors, encodeVectors } from '../../kernel/vectors/vector-codec.ts';
import type { TextEmbeddingJob } from '../../ports/search/text-embeddings.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** The hash of an item's text, or null if the item was deleted. */
export interface ItemHash {
  readonly no: number;
  readonly hash: string | null;
}

const putHash = 'INSERT INTO texts (no, hash) VALUES (?, ?)';

/**
 * The statements for changed texts. The vector of an older text remains until the new one is stored; its hash
 * identifies it.
 */
export function textParts(changes: readonly ItemHash[]): StatementBatch[] {
  const deleted = changes.filter(({ hash }) => hash === null).map(({ no }) => [no]);
  const puts = changes.filter(({ hash }) => hash !== null).map(({ no, hash }) => [no, hash]);
  return [
    { sql: 'DELETE FROM texts WHERE no = ?', rows: deleted },
    { sql: 'DELETE FROM text_vectors WHERE no = ?', rows: deleted },
    {
      sql: `${putHash} ON CONFLICT (no) DO UPDATE SET hash = excluded.hash WHERE hash <> excluded.hash`,
      rows: puts,
    },
  ];
}

/** Stores hashes of items without one; existing ones are kept. */
export function newHashPart(rows: readonly ItemHash[]): StatementBatch {
  const sql = 'INSERT OR IGNORE INTO texts (no, hash) SELECT no, ? FROM items WHERE no = ?';
  return { sql, rows: rows.map(({ no, hash }) => [hash, no]) };
}

/** Updates hashes after a change of the fields, unless the item has changed since. */
export function hashPart(rows: readonly { no: number; hash: string; before: string }[]): StatementBatch {
  return {
    sql: 'UPDATE texts SET hash = ? WHERE no = ? AND hash = ?',
    rows: rows.map(({ no, hash, before }) => [hash, no, before]),
  };
}

/** Stores the vectors of jobs, unless the text has changed since. */
export function vectorParts(
  jobs: readonly TextEmbeddingJob[],
  vectors: readonly (readonly Float32Array[])[],
  model: string,
): StatementBatch[] {
  return [
    { sql: 'INSERT OR IGNORE INTO text_models (name) VALUES (?)', rows: [[model]] },
    {
      sql: `INSERT INTO text_vectors (no, model, hash, vector)
        SELECT texts.no, text_models.id, texts.hash, ? FROM texts, text_models
        WHERE texts.no = ? AND texts.hash = ? AND text_models.name = ?
        ON CONFLICT (no, model) DO UPDATE SET hash = excluded.hash, vector = excluded.vector`,
      rows: jobs.map(({ no, hash }, i) => [encodeVectors(vectors[i]!, 'int8'), no, hash, model]),
    },
  ];
}

/** Deletes the vectors of models. */
export function deleteModels(models: readonly string[]): StatementBatch[] {
  const rows = models.map((model) => [model]);
  return [
    { sql: 'DELETE FROM text_vectors WHERE model IN (SELECT id FROM text_models WHERE name = ?)', rows },
    { sql: 'DELETE FROM text_models WHERE name = ?', rows },
  ];
}

export function itemHashes(reads: ReadConnection): Iterable<[no: number, hash: string]> {
  return reads.tuples<[number, string]>('SELECT no, hash FROM texts WHERE no > ? ORDER BY no', -1);
}

/** Items stored by a version without text hashes. */
export function missingHashes(reads: ReadConnection): number[] {
  const sql = 'SELECT no FROM items WHERE no NOT IN (SELECT no FROM texts) ORDER BY no';
  return reads
    .prepare(sql)
    .all()
    .map(({ no }) => Number(no));
}

export function modelNames(reads: ReadConnection): string[] {
  return reads
    .prepare('SELECT name FROM text_models ORDER BY id')
    .all()
    .map(({ name }) => String(name));
}

export function* readTextVectors(
  reads: ReadConnection,
  model: string,
): Iterable<{ no: number; hash: string; vectors: Float32Array[] }> {
  const rows = reads
    .prepare(
      'SELECT no, hash, vector FROM text_vectors WHERE model = (SELECT id FROM text_models WHERE name = ?) ORDER BY no',
    )
    .iterate(model) as Iterable<{ no: number; hash: string; vector: Uint8Array }>;
  for (const { no, hash, vector } of rows) {
    const vectors = tryDecodeVectors(vector);
    if (vectors !== null) yield { no, hash, vectors };
  }
}

/** Decodes the vectors of an item; returns null if the bytes are none: its texts are then embedded again. */
function tryDecodeVectors(bytes: Uint8Array): Float32Array[] | null {
  try {
    return decodeVectors(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
