import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { decodeVector, encodeVector } from '../../kernel/vectors/vector-codec.ts';

/** Number of calibration samples that are stored per picture; a catalog uses 256. */
export const samplesPerPicture = 2;
/** Maximum rows in memory at a time. */
const rowsPerBatch = 100;

/** Tables with vectors, and the numbers by which their rows are ordered. */
const tables = [
  { name: 'pictures', key: ['no', 'position'], columns: ['feature', 'augmented', 'probes'] },
  { name: 'pictures_before', key: ['no', 'position'], columns: ['feature', 'augmented', 'probes'] },
  { name: 'vectors_left', key: ['rowid'], columns: ['feature', 'augmented'] },
] as const;

type Row = Record<string, SQLOutputValue>;

/**
 * Converts the vectors of pictures to eight bits per number, and drops samples beyond the first two: 5 kB a picture instead of 31. They
 * need not be computed again. The free pages stay in the file, for what is written next. Call within a transaction.
 */
export function convertPictureVectors(db: DatabaseSync): void {
  // The free pages have no data of visitors, and overwriting them would triple the write-ahead log.
  db.exec('PRAGMA secure_delete = OFF');
  for (const { name, key, columns } of tables) {
    const marks = key.map(() => '?').join(', ');
    const keys = key.join(', ');
    // Converts outside of SQL: vectors that a SQL function returns stay in memory until its statement ends.
    const next = db.prepare(
      `SELECT ${keys}, ${columns.join(', ')} FROM ${name} WHERE (${keys}) > (${marks}) AND feature IS NOT NULL ORDER BY ${keys} LIMIT ${rowsPerBatch}`,
    );
    const put = db.prepare(
      `UPDATE ${name} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE (${keys}) = (${marks})`,
    );
    const readKey = (row: Row): SQLOutputValue[] => key.map((column) => row[column]!);
    let rows: Row[] = next.all(...key.map(() => -1));
    while (rows.length > 0) {
      for (const row of rows)
        put.run(...columns.map((column) => convertVector(row, column)), ...readKey(row));
      rows = next.all(...readKey(rows.at(-1)!));
    }
  }
  db.exec('PRAGMA secure_delete = ON');
}

function convertVector(row: Row, column: string): Uint8Array | null {
  const vectors = row[column];
  if (!(vectors instanceof Uint8Array)) return null;
  const { length } = decodeVector(row['feature'] as Uint8Array);
  const count = column === 'probes' ? samplesPerPicture : 1;
  return encodeVector(decodeVector(vectors).subarray(0, length * count), 'int8');
}
