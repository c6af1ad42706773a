import { decodeVector, encodeVector } from '../../kernel/vectors/vector-codec.ts';
import type {
  PictureJob,
  PictureJobResult,
  PictureState,
  PictureStatus,
} from '../../ports/pictures/pictures.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { PictureEmbedding } from '../log/shared-changes.ts';
import { samplesPerPicture } from '../storage/vector-migration.ts';
import type { Row } from '../storage/row-codec.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** The state of a picture in the queue. */
export const pictureStatus = { pending: 0, embedded: 1, refined: 2, failed: 3, waiting: 4 } as const;

export const statusNames: Record<number, PictureStatus> = {
  [pictureStatus.pending]: 'pending',
  [pictureStatus.embedded]: 'embedded',
  [pictureStatus.refined]: 'refined',
  [pictureStatus.failed]: 'failed',
  [pictureStatus.waiting]: 'failed',
};

export interface PictureRow {
  readonly no: number;
  readonly position: number;
  readonly source: string;
  readonly status: number;
  readonly attempts: number;
  readonly retryAt: number | null;
  readonly error: string | null;
}

/** The vectors of a picture. */
export interface PictureColumns {
  readonly no: number;
  readonly position: number;
  readonly feature: Uint8Array;
  readonly augmented: Uint8Array | null;
  readonly probes: Uint8Array | null;
}

/**
 * Selects refined pictures that lack keypoints. SQLite prefers another index, by the status, and reads all refined pictures: 9 us each, every second,
 * as the loop of background work asks for them.
 */
export const withoutPoints = `INDEXED BY pictures_without_points WHERE points IS NULL AND status = ${pictureStatus.refined}`;

/** Selects the picture of a job, unless it has changed. */
const ofJob = 'WHERE no = ? AND position = ? AND source = ?';

/** Encodes the vectors of a result for storage, with eight bits per number; null if it has none. */
export function encodeEmbedding(result: PictureJobResult): PictureEmbedding | null {
  if (result.step === 'points') return null;
  if (result.step === 'embed')
    return { feature: roundVector(result.feature), augmentedMean: null, calibrationSamples: null };
  const { feature, augmentedMean: mean, calibrationSamples } = result.refined;
  const samples = calibrationSamples.subarray(0, samplesPerPicture * feature.length);
  return {
    feature: roundVector(feature),
    augmentedMean: mean === null ? null : roundVector(mean),
    calibrationSamples: roundVector(samples),
  };
}

/** Rounds a vector as storage does, so that an index has the same numbers before and after a restart. */
function roundVector(vector: Float32Array): Float32Array {
  return decodeVector(encodeVector(vector, 'int8'));
}

/** Stores the result of a job; `embedding` has its vectors from `encodeEmbedding`. */
export function insertResult(
  job: PictureJob,
  result: PictureJobResult,
  { embedding, model }: { readonly embedding: PictureEmbedding | null; readonly model: string },
): StatementBatch {
  const place = [job.no, job.position, job.source];
  const [feature = null, augmented = null, probes = null] = embedding === null ? [] : toColumns(embedding);
  switch (result.step) {
    case 'embed':
      return {
        sql: `UPDATE pictures SET status = ${pictureStatus.embedded}, error = NULL, retry_at = NULL, model = ?, hash = ?, feature = ? ${ofJob}`,
        rows: [[model, result.hash, feature, ...place]],
      };
    case 'refine':
      return {
        sql: `UPDATE pictures SET status = ${pictureStatus.refined}, model = ?, feature = ?, augmented = ?, probes = ?,
          points = coalesce(?, points) ${ofJob}`,
        rows: [[model, feature, augmented, probes, result.points ?? null, ...place]],
      };
    case 'points':
      return {
        sql: `UPDATE pictures SET retry_at = NULL, points = ? ${ofJob}`,
        rows: [[result.points, ...place]],
      };
  }
}

/** Stores the failure of a job. */
export function insertFailure(
  job: PictureJob,
  error: { readonly code: string; readonly detail: string },
  retryAt: number | null,
): StatementBatch {
  const place = [job.no, job.position, job.source];
  const tried = 'UPDATE pictures SET attempts = attempts + 1, retry_at = ?';
  switch (job.step) {
    case 'embed': {
      const status = retryAt === null ? pictureStatus.failed : pictureStatus.waiting;
      return {
        sql: `${tried}, status = ?, error = ? ${ofJob}`,
        rows: [[retryAt, status, JSON.stringify(error), ...place]],
      };
    }
    case 'refine':
      // A picture that cannot be refined keeps its first vector.
      return {
        sql: `${tried}, status = ${pictureStatus.refined}, error = NULL ${ofJob}`,
        rows: [[retryAt, ...place]],
      };
    case 'points':
      return {
        sql: `${tried}, points = ? ${ofJob}`,
        rows: [[retryAt, retryAt === null ? new Uint8Array(0) : null, ...place]],
      };
  }
}

/** See `Pictures.points`. */
export function readStoredPoints(
  reads: ReadConnection,
  itemNumber: number,
  position: number,
): Uint8Array | null {
  const row = reads
    .prepare('SELECT points FROM pictures WHERE no = ? AND position = ?')
    .get(itemNumber, position) as { points: Uint8Array | null } | undefined;
  return row === undefined || row.points === null || row.points.length === 0 ? null : row.points;
}

/** The values of the columns feature, augmented and probes. */
function toColumns({
  feature,
  augmentedMean: mean,
  calibrationSamples: probes,
}: PictureEmbedding): (Uint8Array | null)[] {
  return [feature, mean, probes].map((vector) => (vector === null ? null : encodeVector(vector, 'int8')));
}

export function toPictureState(row: PictureRow): PictureState {
  return {
    source: row.source,
    status: statusNames[row.status] ?? 'pending',
    error: row.error === null ? null : (JSON.parse(row.error) as { code: string; detail: string }),
    attempts: row.attempts,
    retryAt: row.retryAt,
  };
}

/**
 * The statements for the pictures of changed items, run in the items' own transaction. A picture with an unchanged
 * source keeps its vectors. Media files that no picture uses any more are deleted.
 */
export function createPictureParts(changes: readonly AppliedChange[]): StatementBatch[] {
  const media: Row[] = [];
  const puts: Row[] = [];
  const cuts: Row[] = [];
  const last = new Map<number, AppliedChange>();
  for (const change of changes) {
    last.set(change.no, change);
    for (const { hash, contentType, bytes } of change.content?.media ?? [])
      media.push([hash, contentType, bytes]);
  }
  for (const { no, before, content } of last.values()) {
    const pictures = content?.pictures ?? [];
    pictures.forEach((source, position) => puts.push([no, position, source]));
    if (before !== null) cuts.push([no, pictures.length]);
  }
  const once: Row[] = media.length + puts.length + cuts.length > 0 ? [[]] : [];
  return [
    {
      sql: 'INSERT INTO media (hash, type, bytes) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING',
      rows: media,
    },
    // A file may belong to a state that a later change of the same batch replaced.
    { sql: 'INSERT OR IGNORE INTO media_left VALUES (?)', rows: media.map(([hash]) => [hash ?? null]) },
    {
      sql: `INSERT INTO pictures (no, position, source, status, attempts) VALUES (?, ?, ?, ${pictureStatus.pending}, 0)
        ON CONFLICT (no, position) DO UPDATE SET source = excluded.source, status = excluded.status, attempts = 0, retry_at = NULL,
        error = NULL, hash = NULL, model = NULL, feature = NULL, augmented = NULL, probes = NULL, points = NULL WHERE source <> excluded.source`,
      rows: puts,
    },
    { sql: 'DELETE FROM pictures WHERE no = ? AND position >= ?', rows: cuts },
    {
      sql: `DELETE FROM media WHERE hash IN (SELECT hash FROM media_left)
        AND NOT EXISTS (SELECT 1 FROM pictures WHERE source = '/media/' || media.hash)`,
      rows: once,
    },
    { sql: 'DELETE FROM media_left', rows: once },
  ];
}
