import { isDeepStrictEqual } from 'node:util';
import { CANDIDATE_FEATURES } from '../../../kernel/models/candidates/candidate-features.ts';
import type { LearnedVectors } from '../../../kernel/models/candidates/item-vectors.ts';
import type { LearnedRanking } from '../../../kernel/models/candidates/learned-ranking.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import type { LearningReport } from '../../../ports/recommenders.ts';
import type { EventSettings } from '../../../ports/settings.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { Row } from '../storage/row-codec.ts';

/** What was learnt. An order for other features than those of this version, or by other weights of events, is passed over. */
export interface KeptOrder {
  readonly features: readonly string[];
  readonly weights: EventSettings;
  readonly ranking: LearnedRanking | null;
  readonly vectors: LearnedVectors | null;
  readonly report: LearningReport;
}

/** Vectors as JSON holds them: the numbers as base64 of float32, a third as long as they would be as text. */
interface StoredVectors extends Omit<LearnedVectors, 'vectors' | 'ages'> {
  readonly vectors: string;
  readonly ages: string;
}

export const putOrder = `INSERT INTO state (name, value) VALUES ('ranking', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export function orderRow(kept: KeptOrder): Row {
  const { vectors } = kept;
  const stored: StoredVectors | null =
    vectors === null ? null : { ...vectors, vectors: base64(vectors.vectors), ages: base64(vectors.ages) };
  return [Buffer.from(JSON.stringify({ ...kept, vectors: stored }))];
}

export function keptOrder(reads: ReadConnection, weights: EventSettings): KeptOrder | null {
  const row = reads.prepare("SELECT value FROM state WHERE name = 'ranking'").get() as
    | { value: Uint8Array }
    | undefined;
  if (row === undefined) return null;
  const { vectors, ...kept } = JSON.parse(decodeUtf8(row.value)) as Omit<KeptOrder, 'vectors'> & {
    vectors: StoredVectors | null;
  };
  const isOurs =
    kept.features.join() === CANDIDATE_FEATURES.join() && isDeepStrictEqual(kept.weights, weights);
  if (!isOurs) return null;
  return { ...kept, vectors: vectors === null ? null : numbered(vectors) };
}

function numbered({ dimensions, ids, vectors, ages }: StoredVectors): LearnedVectors {
  return { dimensions, ids, vectors: numbers(vectors), ages: numbers(ages) };
}

function base64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function numbers(text: string): Float32Array {
  // A copy of its own: a small buffer of Node's lies in a pool, where float32 may not begin.
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
