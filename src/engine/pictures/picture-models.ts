import { decodeVector } from '../../kernel/vectors/vector-codec.ts';
import { type PictureColumns, pictureStatus } from './picture-rows.ts';
import { PictureVectors } from './picture-vectors.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** The target model of the image features. */
export interface TargetImageModel {
  /** Empty if no model is loaded; the model of most stored vectors then serves. */
  readonly model: string;
  readonly dimensions: number;
  /** See `ImageEncoder.blankFeature`. Without it, the out-of-catalog verdict is unreliable for fewer than 20 pictures. */
  readonly blankFeature?: Float32Array | null;
  /** Other models that photos can be embedded with: their vectors serve until all of the target model are computed. */
  readonly standIns?: readonly string[];
}

const columns = 'no, position, feature, augmented, probes';

/** The stored vectors of a model. If `dimensions` is 0, the first vector determines it. */
export function readPictureVectors(
  database: ProjectDatabase,
  { model, dimensions, blankFeature = null }: Omit<TargetImageModel, 'standIns'>,
): PictureVectors {
  const of = 'FROM pictures WHERE model = ? AND feature IS NOT NULL';
  const length = dimensions || readVectorLength(database, `SELECT feature ${of} LIMIT 1`, model);
  const rows = database.reads.prepare(`SELECT ${columns} ${of} ORDER BY no, position`).iterate(model);
  return new PictureVectors(
    database,
    { model, dimensions: length, blankFeature },
    rows as Iterable<PictureColumns>,
  );
}

/** The model of most stored vectors; empty if there are none. */
export function findMostUsedModel({ reads }: ProjectDatabase): { model: string; dimensions: number } {
  const row = reads
    .prepare(
      'SELECT model FROM pictures WHERE feature IS NOT NULL GROUP BY model ORDER BY count(*) DESC LIMIT 1',
    )
    .get() as { model: string } | undefined;
  return { model: row?.model ?? '', dimensions: 0 };
}

/**
 * The vectors that serve until those of the target model are computed: of the first model that photos can be embedded
 * with.
 */
export function openPreviousVectors(
  database: ProjectDatabase,
  target: TargetImageModel,
): PictureVectors | null {
  // The vector of a replaced picture must not be used.
  const of = `FROM (
    SELECT b.model, b.no, b.position, b.feature, b.augmented, b.probes FROM pictures_before b
      JOIN pictures p ON p.no = b.no AND p.position = b.position AND p.source = b.source
    UNION ALL SELECT model, ${columns} FROM pictures WHERE model <> ?2 AND feature IS NOT NULL) WHERE model = ?1`;
  for (const model of listServableModels(target)) {
    const dimensions = readVectorLength(database, `SELECT feature ${of} LIMIT 1`, model, target.model);
    if (dimensions === 0) continue;
    const rows = database.reads
      .prepare(`SELECT ${columns} ${of} ORDER BY no, position`)
      .iterate(model, target.model);
    return new PictureVectors(
      database,
      { model, dimensions, blankFeature: null },
      rows as Iterable<PictureColumns>,
    );
  }
  return null;
}

/** The statements that schedule all pictures for the target model; none if they are embedded or scheduled already. */
export function createReembedding({ reads }: ProjectDatabase, target: TargetImageModel): StatementBatch[] {
  const { model } = target;
  if (model === '') return [];
  const remaining = reads.number('SELECT count(*) FROM pictures_before');
  const others = reads.number('SELECT count(*) FROM pictures WHERE model <> ?', model);
  const names = listServableModels(target);
  const deleteUnusable: StatementBatch = {
    sql: `DELETE FROM pictures_before WHERE model NOT IN (${names.map(() => '?').join()})`,
    rows: remaining === 0 ? [] : [names],
  };
  const copyToPrevious: StatementBatch = {
    sql: `INSERT OR REPLACE INTO pictures_before SELECT no, position, source, model, feature, augmented, probes
      FROM pictures WHERE model = ? AND feature IS NOT NULL`,
    rows: others === 0 ? [] : names.filter((name) => name !== model).map((name) => [name]),
  };
  const reschedule: StatementBatch = {
    sql: `UPDATE pictures SET status = ${pictureStatus.pending}, attempts = 0, retry_at = NULL, model = NULL, feature = NULL,
      augmented = NULL, probes = NULL WHERE model <> ?`,
    rows: others === 0 ? [] : [[model]],
  };
  return [deleteUnusable, copyToPrevious, reschedule].filter(({ rows }) => rows.length > 0);
}

/** Whether no picture waits for the target model. Another process may have embedded pictures with another model. */
export function isComplete({ reads }: ProjectDatabase, { model }: TargetImageModel): boolean {
  const { pending } = pictureStatus;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM pictures WHERE status = ${pending} OR model <> ? LIMIT 1)`;
  return reads.number(sql, model) === 0;
}

/** The statements to run when the target model's vectors serve. */
export function deletePreviousVectors({ reads }: ProjectDatabase): StatementBatch[] {
  const hasRows = reads.number('SELECT count(*) FROM (SELECT 1 FROM pictures_before LIMIT 1)') > 0;
  return hasRows ? [{ sql: 'DELETE FROM pictures_before', rows: [[]] }] : [];
}

/** The models whose vectors can serve, including the target model itself: the shop may have returned to it. */
function listServableModels({ model, standIns = [] }: TargetImageModel): string[] {
  return model === '' ? [] : [...standIns.filter((name) => name !== '' && name !== model), model];
}

function readVectorLength({ reads }: ProjectDatabase, sql: string, ...values: string[]): number {
  const row = reads.prepare(sql).get(...values) as { feature: Uint8Array } | undefined;
  return row === undefined ? 0 : decodeVector(row.feature).length;
}
