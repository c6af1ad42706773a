import { decodeVector } from '../../kernel/vectors/vector-codec.ts';
import { type PictureColumns, pictureStatus } from './picture-rows.ts';
import { PictureVectors } from './picture-vectors.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** The model that vectors are wanted of. */
export interface TargetImageModel {
  /** Empty where it is not there: then what most vectors are of serves. */
  readonly model: string;
  readonly dimensions: number;
  /** See `ImageEncoder.ground`: without it, what is foreign to fewer than 20 pictures is hardly known. */
  readonly ground?: Float32Array | null;
  /** Models that photos can be embedded by as well: their vectors go on serving until all are made by the wanted one. */
  readonly standIns?: readonly string[];
}

const columns = 'no, position, feature, augmented, probes';

/** The vectors of a model that there are. `dimensions`: 0 where the first one is to tell. */
export function vectorsOf(
  database: ProjectDatabase,
  { model, dimensions, ground = null }: Omit<TargetImageModel, 'standIns'>,
): PictureVectors {
  const of = 'FROM pictures WHERE model = ? AND feature IS NOT NULL';
  const length = dimensions || lengthOf(database, `SELECT feature ${of} LIMIT 1`, model);
  const rows = database.reads.prepare(`SELECT ${columns} ${of} ORDER BY no, position`).iterate(model);
  return new PictureVectors(
    database,
    { model, dimensions: length, ground },
    rows as Iterable<PictureColumns>,
  );
}

/** Which model made most of what is there; empty where nothing is. */
export function mostVectorsModel({ reads }: ProjectDatabase): { model: string; dimensions: number } {
  const row = reads
    .prepare(
      'SELECT model FROM pictures WHERE feature IS NOT NULL GROUP BY model ORDER BY count(*) DESC LIMIT 1',
    )
    .get() as { model: string } | undefined;
  return { model: row?.model ?? '', dimensions: 0 };
}

/** Vectors that are to serve until the wanted model's are made: those of the first model that photos can be embedded by. */
export function previousVectors(database: ProjectDatabase, wanted: TargetImageModel): PictureVectors | null {
  // A picture that was exchanged since is not what the vector is of.
  const of = `FROM (
    SELECT b.model, b.no, b.position, b.feature, b.augmented, b.probes FROM pictures_before b
      JOIN pictures p ON p.no = b.no AND p.position = b.position AND p.source = b.source
    UNION ALL SELECT model, ${columns} FROM pictures WHERE model <> ?2 AND feature IS NOT NULL) WHERE model = ?1`;
  for (const model of servable(wanted)) {
    const dimensions = lengthOf(database, `SELECT feature ${of} LIMIT 1`, model, wanted.model);
    if (dimensions === 0) continue;
    const rows = database.reads
      .prepare(`SELECT ${columns} ${of} ORDER BY no, position`)
      .iterate(model, wanted.model);
    return new PictureVectors(
      database,
      { model, dimensions, ground: null },
      rows as Iterable<PictureColumns>,
    );
  }
  return null;
}

/** What is to be written so that all pictures are embedded by the wanted model; nothing where they are, or will be. */
export function reembedding({ reads }: ProjectDatabase, wanted: TargetImageModel): StatementBatch[] {
  const { model } = wanted;
  if (model === '') return [];
  const left = reads.number('SELECT count(*) FROM pictures_before');
  const others = reads.number('SELECT count(*) FROM pictures WHERE model <> ?', model);
  const names = servable(wanted);
  const forget: StatementBatch = {
    sql: `DELETE FROM pictures_before WHERE model NOT IN (${names.map(() => '?').join()})`,
    rows: left === 0 ? [] : [names],
  };
  const keep: StatementBatch = {
    sql: `INSERT OR REPLACE INTO pictures_before SELECT no, position, source, model, feature, augmented, probes
      FROM pictures WHERE model = ? AND feature IS NOT NULL`,
    rows: others === 0 ? [] : names.filter((name) => name !== model).map((name) => [name]),
  };
  const again: StatementBatch = {
    sql: `UPDATE pictures SET status = ${pictureStatus.pending}, attempts = 0, retry_at = NULL, model = NULL, feature = NULL,
      augmented = NULL, probes = NULL WHERE model <> ?`,
    rows: others === 0 ? [] : [[model]],
  };
  return [forget, keep, again].filter(({ rows }) => rows.length > 0);
}

/** Whether no picture waits for the wanted model; one that another process embedded by another model still does. */
export function isMade({ reads }: ProjectDatabase, { model }: TargetImageModel): boolean {
  const { pending } = pictureStatus;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM pictures WHERE status = ${pending} OR model <> ? LIMIT 1)`;
  return reads.number(sql, model) === 0;
}

/** To be written where the wanted model's vectors serve. */
export const deletePreviousVectors: StatementBatch = { sql: 'DELETE FROM pictures_before', rows: [[]] };

/** The wanted model itself may have been the one before: the shop went back to it. */
function servable({ model, standIns = [] }: TargetImageModel): string[] {
  return model === '' ? [] : [...standIns.filter((name) => name !== '' && name !== model), model];
}

function lengthOf({ reads }: ProjectDatabase, sql: string, ...values: string[]): number {
  const row = reads.prepare(sql).get(...values) as { feature: Uint8Array } | undefined;
  return row === undefined ? 0 : decodeVector(row.feature).length;
}
