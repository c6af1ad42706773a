import { decodeVector } from '../../kernel/vectors/vector-codec.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { PictureEmbedding } from '../log/shared-changes.ts';
import type { Row } from '../storage/row-codec.ts';

/** The stored vectors of a picture with the same bytes. */
export interface ReusableVectors {
  readonly features: PictureEmbedding;
  /** Values of the columns status, feature, augmented, probes and points. */
  readonly columns: Row;
}

/** The vectors that a model computed for the same bytes, of a current picture or of a removed one. */
export function findSameBytes(
  { reads }: ProjectDatabase,
  hash: string,
  model: string,
): ReusableVectors | null {
  const row = reads
    .prepare(
      `SELECT status, feature, augmented, probes, points FROM pictures
       WHERE hash = ?1 AND model = ?2 AND feature IS NOT NULL
       UNION ALL SELECT status, feature, augmented, NULL, NULL FROM vectors_left WHERE hash = ?1 AND model = ?2 LIMIT 1`,
    )
    .get(hash, model) as
    | {
        status: number;
        feature: Uint8Array;
        augmented: Uint8Array | null;
        probes: Uint8Array | null;
        points: Uint8Array | null;
      }
    | undefined;
  if (row === undefined) return null;
  const { status, feature, augmented, probes, points } = row;
  return {
    features: {
      feature: decodeVector(feature),
      augmentedMean: augmented === null ? null : decodeVector(augmented),
      calibrationSamples: probes === null ? null : decodeVector(probes),
    },
    columns: [status, feature, augmented, probes, points],
  };
}

/** Groups of pictures with identical bytes in several items: an address of each group, and the items' numbers. */
export function findDuplicatePictures(
  { reads }: ProjectDatabase,
  limit: number,
): { source: string; nos: number[] }[] {
  const groups = reads
    .prepare(
      `SELECT hash, min(source) AS source FROM pictures WHERE hash IS NOT NULL GROUP BY hash
       HAVING count(DISTINCT no) > 1 ORDER BY count(DISTINCT no) DESC, hash LIMIT ?`,
    )
    .all(limit) as { hash: string; source: string }[];
  const members = reads.prepare('SELECT DISTINCT no FROM pictures WHERE hash = ? ORDER BY no LIMIT 50');
  return groups.map(({ hash, source }) => ({
    source,
    nos: (members.all(hash) as { no: number }[]).map(({ no }) => no),
  }));
}
