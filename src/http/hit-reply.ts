import {
  identifierReasons,
  pinnedBy,
  rankingReasons,
  ruleReasons,
} from '../domain/search/execution/ranking-explanation.ts';
import type { TextHit } from '../ports/text.ts';
import type { JsonProjection } from '../lib/json-projection.ts';
import { itemChunks, listChunks, type Chunk } from './reply.ts';

/** An item of a search reply, with its explanation if requested. `more`: further `_` members. */
export function hitChunks(
  hit: TextHit,
  { explain, projection }: { explain: boolean; projection: JsonProjection },
  more: Readonly<Record<`_${string}`, unknown>> = {},
): Chunk[] {
  const pinned = hit.rules?.pinned ?? null;
  const reasons = explain ? [...ruleReasons(hit.rules), ...identifierReasons(hit.identifier)] : [];
  const [own, ...item] = itemChunks(hit.item, projection, {
    _score: hit.score,
    ...more,
    ...(hit.distance === null ? {} : { _distance: Math.round(hit.distance * 10) / 10 }),
    ...(hit.highlights === null ? {} : { _highlights: hit.highlights }),
    ...(pinned === null ? {} : { _reason: { code: 'pinned', text: pinnedBy(pinned), rule: pinned } }),
    ...(hit.ranking === null
      ? reasons.length === 0
        ? {}
        : { _ranking: { reasons } }
      : { _ranking: { reasons: [...reasons, ...rankingReasons(hit.ranking)], ...hit.ranking } }),
  });
  if (hit.variants === null || typeof own !== 'string') return [own!, ...item];
  const { count, others } = hit.variants;
  // The chunks of the members begin with a brace, which the variants replace.
  const variants = listChunks(others, (variant) => itemChunks(variant, projection));
  return [`{"_variants":{"count":${count},"items":`, ...variants, `},${own.slice(1)}`, ...item];
}
