import type { Pictures, VerifiedPicture } from '../../../ports/pictures/pictures.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import type { Crop, ImageEncoder, PointPair } from '../../../ports/pictures/vision.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { inSpan } from '../../../lib/tracing/span.ts';
import { log } from '../../../math/logarithm.ts';

/** Positions of the list whose pictures are looked for in the photo. */
export const verifiedPositions = 10;
/** Fewer matched points are found by chance. */
const matchedPointsMin = 7;
/** The bonus of e times as many points as needed: similarity still decides between about equal numbers of points. */
const bonusPerLog = 0.3;

/** A searched photo. */
interface VerifiedPhoto {
  readonly bytes: Uint8Array;
  readonly client: string;
  readonly feature: Float32Array;
  /** The region of the search; null means the whole photo. */
  readonly part: Crop | null;
  /** See `EmbeddedPhoto`. */
  readonly isFlat?: boolean;
}

/**
 * Geometric verification of the first positions of a list by similarity: the items whose pictures are found in the photo, with the
 * matched keypoints. Empty where the encoder cannot compare the photo, and for later pages and sorted lists, except of a flat photo: it may be
 * out of catalog unless a picture is found in it, and this verdict must be the same for all pages and sorts.
 */
export async function verifyCandidates(
  pictures: Pick<Pictures, 'candidates' | 'points'>,
  encoder: Pick<ImageEncoder, 'matchPoints'>,
  { bytes, client, feature, part, isFlat = false }: VerifiedPhoto,
  query: TextQuery,
): Promise<ReadonlyMap<string, VerifiedPicture>> {
  if (!isFlat && (query.offset >= verifiedPositions || query.limit === 0)) return new Map();
  const unsorted = isFlat && query.sort.length > 0 ? { ...query, sort: [] } : query;
  const hits = await pictures.candidates(feature, unsorted, verifiedPositions);
  const compared = hits.flatMap(({ item: { id }, picture }) => {
    const points = picture === null ? null : pictures.points(id, picture.position);
    return points === null ? [] : [{ id, points }];
  });
  if (compared.length === 0) return new Map();
  const photo = { bytes, crop: part, pictures: compared.map(({ points }) => points) };
  const matches = await inSpan('verify pictures', () => matchPoints(encoder, photo, client));
  return new Map(
    compared.flatMap(({ id }, i) => {
      const points = matches[i] ?? [];
      return points.length < matchedPointsMin
        ? []
        : [[id, { matchedPoints: points, bonus: computeBonus(points.length) }]];
    }),
  );
}

/** Returns a bonus from 0 to 1. */
export function computeBonus(count: number): number {
  return count < matchedPointsMin ? 0 : Math.min(1, bonusPerLog * log(count / (matchedPointsMin - 1)));
}

/** The list is good without verification: it is left as it is if the encoder has no time for the photo, or fails to decode it again. */
async function matchPoints(
  encoder: Pick<ImageEncoder, 'matchPoints'>,
  ...asked: Parameters<ImageEncoder['matchPoints']>
): Promise<PointPair[][]> {
  try {
    return await encoder.matchPoints(...asked);
  } catch (error) {
    if (error instanceof VitrineError) return [];
    throw error;
  }
}
