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
import { addMembersToItem, buildItemChunks, listChunks, type Chunk } from './reply.ts';

interface HitDisplay {
  readonly explain: boolean;
  readonly projection: JsonProjection;
  /** Further reasons of the ranking. */
  readonly reasons?: readonly string[];
}

/** Writes an item of a search reply, with its explanation if requested. `more` has one or more further members. */
export function writeHitChunks(
  hit: TextHit,
  display: HitDisplay,
  more?: Readonly<Record<`_${string}`, unknown>>,
): Chunk[] {
  const { projection } = display;
  const item = addMembersToItem(hit.item, projection, writeMembers(hit, display, more));
  if (hit.variants === null) return item;
  const { count, others } = hit.variants;
  // The chunks of the members begin with a brace, which the variants replace.
  const variants = listChunks(others, (variant) => buildItemChunks(variant, projection));
  const [members, rest] = item;
  return [`{"_variants":{"count":${count},"items":`, ...variants, `},${members.slice(1)}`, rest];
}

/** Writes the members that come before those of the item. Joining texts takes a third of the time of an object of all members. */
function writeMembers(
  hit: TextHit,
  display: HitDisplay,
  more: Readonly<Record<`_${string}`, unknown>> | undefined,
): string {
  let members = `"_score":${hit.score}`;
  if (more !== undefined) members += `,${JSON.stringify(more).slice(1, -1)}`;
  if (hit.distance !== null) members += `,"_distance":${JSON.stringify(Math.round(hit.distance * 10) / 10)}`;
  if (hit.highlights !== null) members += `,"_highlights":${JSON.stringify(hit.highlights)}`;
  const reason = explainPin(hit);
  if (reason !== null) members += `,"_reason":${JSON.stringify(reason)}`;
  const ranking = display.explain || hit.ranking !== null ? describeRanking(hit, display) : null;
  return ranking === null ? members : `${members},"_ranking":${JSON.stringify(ranking)}`;
}

function describeRanking(hit: TextHit, { explain, reasons: otherReasons = [] }: HitDisplay): object | null {
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
  if (hit.ranking !== null) return { reasons: [...reasons, ...rankingReasons(hit.ranking)], ...hit.ranking };
  return reasons.length === 0 ? null : { reasons };
}

/** Explains why the hit is at a fixed position. Returns null if it is not. */
function explainPin({ rules, pinnedIn: collection }: TextHit): object | null {
  const rule = rules?.pinned ?? null;
  if (rule !== null) return { code: 'pinned', text: describePin(rule), rule };
  return collection === null ? null : { code: 'pinned', text: describeCollectionPin(collection), collection };
}
