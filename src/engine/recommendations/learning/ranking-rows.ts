import { isDeepStrictEqual } from 'node:util';
import { candidateFeatureNames } from '../../../kernel/recommend/candidates/candidate-features.ts';
import {
  dimensionsStep,
  type TrainedEmbeddings,
} from '../../../kernel/recommend/candidates/item-embeddings.ts';
import { isValidRanking, type LearnedRanking } from '../../../kernel/recommend/candidates/learned-ranking.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import type { TrainingReport } from '../../../ports/recommendations/recommenders.ts';
import type { CountingSettings } from '../counters/counting-settings.ts';
import type { ReadConnection } from '../../storage/database.ts';
import type { Row } from '../../storage/row-codec.ts';

/** A stored ranking, ignored if it is damaged or was trained with other features or other event weights. */
export interface StoredRanking {
  readonly features: readonly string[];
  readonly weights: CountingSettings;
  readonly ranking: LearnedRanking | null;
  readonly vectors: TrainedEmbeddings | null;
  readonly report: TrainingReport;
  /** The training included the log up to this revision at least; missing in rankings of earlier versions. */
  readonly revision?: number;
}

/**
 * The part stored as JSON: everything but the numbers of the embeddings. These follow as raw bytes, `ages` and
 * `scales` first.
 */
type RankingHeader = Omit<StoredRanking, 'vectors'> & {
  readonly vectors: {
    readonly dimensions: number;
    readonly ids: readonly string[];
    readonly ages: number;
  } | null;
};

const lengthBytes = 4;

export const putRanking = `INSERT INTO state (name, value) VALUES ('ranking', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Encodes a ranking: the length of the JSON header in four bytes, the header, the numbers. */
export function encodeRanking({ vectors, ...header }: StoredRanking): Row {
  const numbers = vectors === null ? [] : [vectors.ages, vectors.scales, vectors.vectors];
  const headerWithCounts: RankingHeader = {
    ...header,
    vectors:
      vectors === null
        ? null
        : { dimensions: vectors.dimensions, ids: vectors.ids, ages: vectors.ages.length },
  };
  const text = Buffer.from(JSON.stringify(headerWithCounts));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(text.length);
  const parts = numbers.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return [Buffer.concat([length, text, ...parts])];
}

export function readStoredRanking(
  reads: Pick<ReadConnection, 'prepare'>,
  weights: CountingSettings,
): StoredRanking | null {
  const row = reads.prepare("SELECT value FROM state WHERE name = 'ranking'").get() as
    | { value: Uint8Array }
    | undefined;
  if (row === undefined) return null;
  try {
    return decodeRanking(Buffer.from(row.value.buffer, row.value.byteOffset, row.value.byteLength), weights);
  } catch {
    // The ranking is damaged: the fixed ranking serves until the next training.
    return null;
  }
}

function decodeRanking(bytes: Buffer, weights: CountingSettings): StoredRanking | null {
  const end = lengthBytes + bytes.readUInt32LE(0);
  // A version with other features stored JSON only.
  if (end > bytes.length) return null;
  const { vectors, ...header } = JSON.parse(decodeUtf8(bytes.subarray(lengthBytes, end))) as RankingHeader;
  const isOurs =
    header.features.join() === candidateFeatureNames.join() && isDeepStrictEqual(header.weights, weights);
  if (!isOurs || (header.ranking !== null && !isValidRanking(header.ranking))) return null;
  if (vectors === null) return { ...header, vectors };
  // The copy aligns the float32 arrays.
  const { buffer } = Uint8Array.from(bytes.subarray(end));
  const { dimensions, ids } = vectors;
  const ages = new Float32Array(buffer, 0, vectors.ages);
  const scales = new Float32Array(buffer, ages.byteLength, ids.length);
  const numbers = new Int8Array(buffer, ages.byteLength + scales.byteLength);
  if (dimensions % dimensionsStep !== 0 || numbers.length !== ids.length * dimensions) return null;
  return { ...header, vectors: { dimensions, ids, vectors: numbers, scales, ages } };
}
