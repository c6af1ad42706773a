import type { Impression, ImpressionKind } from '../../ports/recommendations/impression-log.ts';
import { visitorKey, visitorOfKey } from '../storage/event-rows.ts';
import type { Row } from '../storage/row-codec.ts';

/** A row of the table `impressions`. */
export interface ImpressionRow {
  readonly no: number;
  readonly id: string;
  readonly at: number;
  readonly key: string | null;
  readonly body: string;
  /** Ids as JSON, in a column of their own, as attribution reads all other columns. */
  readonly items: string;
}

/** The parts without a column of their own, under short names; empty ones are left out. */
interface Body {
  readonly k: ImpressionKind;
  readonly q?: string;
  readonly f?: readonly string[];
  readonly s?: 1;
  readonly o?: number;
  readonly c?: string;
  readonly r?: readonly string[];
  readonly l?: string;
  readonly p?: string;
  readonly a?: readonly string[];
  readonly g?: string;
  readonly d?: string;
  readonly y?: string;
  readonly x?: readonly string[];
  readonly t?: string;
  readonly n?: number;
}

export const putImpression =
  'INSERT INTO impressions (id, at, key, body, items) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING';

/** Whether a row is of a search or a page of the catalog: the kind is the first member of its body. */
export const isSearch = `(body GLOB '{"k":"search"*' OR body GLOB '{"k":"browse"*')`;

export function createImpressionRow(impression: Impression): Row {
  const { id, at, visitor, items } = impression;
  const key = visitor === null ? null : visitorKey(visitor);
  return [id, at, key, JSON.stringify(toBody(impression)), JSON.stringify(items)];
}

/** The visitor's key in such a row. */
export const getRowKey = (row: Row): string | null => row[2] as string | null;

function toBody(impression: Impression): Body {
  const { kind, query, filters, offset, collection, rules, list, placement, device, country } = impression;
  const { assignments, teams, total, isSorted, about, category } = impression;
  return {
    k: kind,
    ...(query === '' ? {} : { q: query }),
    ...(filters.length === 0 ? {} : { f: filters }),
    ...(isSorted ? { s: 1 } : {}),
    ...(offset === 0 ? {} : { o: offset }),
    ...(collection === null ? {} : { c: collection }),
    ...(rules.length === 0 ? {} : { r: rules }),
    ...(list === null ? {} : { l: list }),
    ...(placement === null ? {} : { p: placement }),
    ...(about.length === 0 ? {} : { a: about }),
    ...(category === null ? {} : { g: category }),
    ...(device === null ? {} : { d: device }),
    ...(country === null ? {} : { y: country }),
    ...(assignments.length === 0 ? {} : { x: assignments }),
    ...(teams === '' ? {} : { t: teams }),
    ...(total === null ? {} : { n: total }),
  };
}

export function readImpression(row: Omit<ImpressionRow, 'no'>): Impression {
  return { ...readImpressionRow(row), items: JSON.parse(row.items) as string[] };
}

/** An impression without its items. */
export function readImpressionRow({
  id,
  at,
  key,
  body,
}: Omit<ImpressionRow, 'items' | 'no'>): Omit<Impression, 'items'> {
  const parts = JSON.parse(body) as Body;
  return {
    id,
    at,
    kind: parts.k,
    visitor: key === null ? null : visitorOfKey(key),
    query: parts.q ?? '',
    filters: parts.f ?? [],
    isSorted: parts.s === 1,
    offset: parts.o ?? 0,
    collection: parts.c ?? null,
    rules: parts.r ?? [],
    list: parts.l ?? null,
    placement: parts.p ?? null,
    about: parts.a ?? [],
    category: parts.g ?? null,
    device: parts.d ?? null,
    country: parts.y ?? null,
    assignments: parts.x ?? [],
    teams: parts.t ?? '',
    total: parts.n ?? null,
  };
}
