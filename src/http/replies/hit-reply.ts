import {
  adjustmentReasons,
  capReasons,
  stockReasons,
  identifierReasons,
  describePin,
  describeCollectionPin,
  rankingReasons,
  ruleReasons,
} from '../../domain/search/execution/ranking-explanation.ts';
import type { TextHit } from '../../ports/search/text.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { buildItemChunks, listChunks, type Chunk } from './reply.ts';

/** Writes an item of a search reply, with its explanation if requested. `more` has further `_` members, `reasons` further reasons. */
export function writeHitChunks(
  hit: TextHit,
  {
    explain,
    projection,
    reasons: otherReasons = [],
  }: { explain: boolean; projection: JsonProjection; reasons?: readonly string[] },
  more: Readonly<Record<`_${string}`, unknown>> = {},
): Chunk[] {
  const reason = explainPin(hit);
  const reasons = explain
    ? [
        ...otherReasons,
        ...ruleReasons(hit.rules),
        ...identifierReasons(hit.identifier),
        ...adjustmentReasons(hit.adjustments),
        ...stockReasons(hit.isLast),
        ...capReasons(hit.positionWithoutCaps),
      ]
    : [];
  const [members, ...item] = buildItemChunks(hit.item, projection, {
    _score: hit.score,
    ...more,
    ...(hit.distance === null ? {} : { _distance: Math.round(hit.distance * 10) / 10 }),
    ...(hit.highlights === null ? {} : { _highlights: hit.highlights }),
    ...(reason === null ? {} : { _reason: reason }),
    ...(hit.ranking === null
      ? reasons.length === 0
        ? {}
        : { _ranking: { reasons } }
      : { _ranking: { reasons: [...reasons, ...rankingReasons(hit.ranking)], ...hit.ranking } }),
  });
  if (hit.variants === null || typeof members !== 'string') return [members!, ...item];
  const { count, others } = hit.variants;
  // The chunks of the members begin with a brace, which the variants replace.
  const variants = listChunks(others, (variant) => buildItemChunks(variant, projection));
  return [`{"_variants":{"count":${count},"items":`, ...variants, `},${members.slice(1)}`, ...item];
}

/** Explains why the hit is at a fixed position. Returns null if it is not. */
function explainPin({ rules, pinnedIn: collection }: TextHit): object | null {
  const rule = rules?.pinned ?? null;
  if (rule !== null) return { code: 'pinned', text: describePin(rule), rule };
  return collection === null ? null : { code: 'pinned', text: describeCollectionPin(collection), collection };
}
