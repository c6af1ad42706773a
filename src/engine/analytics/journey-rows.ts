import { dayMs, toDay } from '../../lib/days.ts';
import type { Journey, JourneyEvent, JourneyImpression } from '../../kernel/attribution/journey.ts';
import type { ShopEvent } from '../../ports/recommendations/events.ts';
import type { ReadConnection } from '../storage/database.ts';
import { readEventRow, type EventRow } from '../storage/event-rows.ts';
import { logKind } from '../storage/schema.ts';
import { readImpressionRow, type ImpressionRow } from './impression-rows.ts';
import { createJourneyImpression } from './impression-values.ts';

/** Maximum counted events, and impressions, of one visitor and day: shoppers have fewer. */
const rowsPerDayMax = 500;
/** An impression may be stored after an event that names it, for this long. */
const lateMs = 10 * 60_000;

/** The last rows that are counted: the revision in the log, and the number of the impression. */
export interface Cutoff {
  readonly rev: number;
  readonly no: number;
}

/** The rows that count. */
export interface Horizon {
  /** Earlier events and impressions do not count, ms since 1970. */
  readonly from: number;
  /** Only rows stored after these can be that recent. */
  readonly after: Cutoff;
}

interface StoredEvent {
  readonly rev: number;
  readonly key: string;
  readonly event: JourneyEvent;
  readonly suspectedBot: boolean;
}

interface StoredImpression {
  readonly no: number;
  /** Null if the visitor is unknown. */
  readonly key: string | null;
  readonly impression: JourneyImpression;
}

type ShownRow = Omit<ImpressionRow, 'items'>;
type LogRow = EventRow & { readonly rev: number };

/** The rows of one visitor, under all names, in the order of time. */
export interface JourneyRows {
  readonly events: readonly StoredEvent[];
  readonly impressions: readonly StoredImpression[];
}

const shownColumns = 'no, id, at, key, body';

/** Whether the row of an event counts. */
export function isCounted(body: string): boolean {
  return (
    body.startsWith('{"t":"purchase"') ||
    body.startsWith('{"t":"return"') ||
    body.includes('"q":') ||
    body.includes('"r":')
  );
}

/** Reads the journeys of visitors from a project's database, as of any earlier state of its log. */
export class JourneyReader {
  readonly #reads: ReadConnection;

  constructor(reads: ReadConnection) {
    this.#reads = reads;
  }

  /** The visitor that a key counted for after this revision. */
  findOwnerAt(key: string, rev: number): string {
    const find = this.#reads.prepare('SELECT user FROM aliases WHERE alias = ? AND rev <= ?');
    let owner = key;
    for (const seen: string[] = []; ; seen.push(owner)) {
      const row = find.get(owner, rev);
      if (row === undefined) return owner;
      const next = `u:${String(row['user'])}`;
      if (next === owner || seen.includes(next)) return owner;
      owner = next;
    }
  }

  /** All keys that counted for a visitor after this revision. */
  listKeysAt(owner: string, rev: number): string[] {
    const keys = [owner];
    for (const key of keys) {
      if (!key.startsWith('u:')) continue;
      const rows = this.#reads
        .prepare('SELECT alias FROM aliases WHERE user = ? AND rev <= ?')
        .all(key.slice(2), rev) as unknown as { alias: string }[];
      for (const { alias } of rows) if (!keys.includes(alias)) keys.push(alias);
    }
    return keys;
  }

  /** The rows of the keys up to a cutoff. */
  readRows(keys: readonly string[], { rev, no }: Cutoff, { from, after }: Horizon): JourneyRows {
    const events: StoredEvent[] = [];
    const impressions: StoredImpression[] = [];
    for (const key of keys) {
      const logRows = this.#reads
        .prepare(
          `SELECT rev, kind, at, key, event_id AS eventId, body FROM log
            WHERE key = ? AND rev > ? AND rev <= ? AND kind = ${logKind.event} ORDER BY rev`,
        )
        .all(key, after.rev, rev) as unknown as LogRow[];
      const counted = logRows.filter(({ at, body }) => at >= from && isCounted(body));
      for (const row of keepFirstOfDays(counted)) {
        const stored = readEventRow(row);
        const { suspectedBot } = stored;
        events.push({ rev: row.rev, key, event: createJourneyEvent(stored, row.rev), suspectedBot });
      }
      const impressionRows = this.#reads
        .prepare(`SELECT ${shownColumns} FROM impressions WHERE key = ? AND no > ? AND no <= ? ORDER BY no`)
        .all(key, after.no, no) as unknown as ShownRow[];
      impressions.push(
        ...keepFirstOfDays(impressionRows.filter(({ at }) => at >= from)).map(decodeImpression),
      );
    }
    return {
      events: events.sort((a, b) => a.event.at - b.event.at || a.rev - b.rev),
      impressions: impressions.sort((a, b) => a.impression.at - b.impression.at || a.no - b.no),
    };
  }

  /** The journey of the rows with these keys, as of a cutoff. */
  buildJourney(rows: JourneyRows, keys: ReadonlySet<string>, cutoff: Cutoff): Journey {
    const events = rows.events.filter(({ key, rev }) => rev <= cutoff.rev && keys.has(key));
    const impressions = rows.impressions
      .filter(({ key, no }) => no <= cutoff.no && keys.has(key ?? ''))
      .map(({ impression }) => impression);
    const ownImpressions = new Set(impressions.map(({ id }) => id));
    const namedImpressions = new Set(
      events.flatMap(({ event }) => (event.named === null ? [] : [event.named.id])),
    );
    const others = [...namedImpressions.difference(ownImpressions)].flatMap((id) => {
      const row = this.#findAnonymous(id);
      return row === undefined || row.no > cutoff.no ? [] : [[id, row.impression] as const];
    });
    return { events: events.map(({ event }) => event), impressions, others: new Map(others) };
  }

  /** The impressions that events name and that may still be stored. */
  listAwaited(rows: JourneyRows, now: number): string[] {
    const rowIds = new Set(rows.impressions.map(({ impression }) => impression.id));
    const namedIds = new Set(rows.events.flatMap(({ event }) => event.named?.id ?? []));
    return [...namedIds].filter(
      (id) => !rowIds.has(id) && mayFollow(id, now) && this.#findAnonymous(id) === undefined,
    );
  }

  /** Reads an impression of an unknown visitor. One of a known visitor is part of that visitor's journey alone. */
  #findAnonymous(id: string): StoredImpression | undefined {
    const row = this.#reads
      .prepare(`SELECT ${shownColumns} FROM impressions WHERE id = ? AND key IS NULL`)
      .get(id) as ShownRow | undefined;
    return row === undefined ? undefined : decodeImpression(row);
  }

  /** Impressions stored after a number, in that order. */
  readImpressionsAfter(afterNumber: number, limit: number): StoredImpression[] {
    const rows = this.#reads
      .prepare(`SELECT ${shownColumns} FROM impressions WHERE no > ? ORDER BY no LIMIT ?`)
      .all(afterNumber, limit) as unknown as ShownRow[];
    return rows.map(decodeImpression);
  }
}

function decodeImpression(row: ShownRow): StoredImpression {
  return { no: row.no, key: row.key, impression: createJourneyImpression(readImpressionRow(row)) };
}

/** Whether an impression may still be stored. Its id begins with its time, see `IdSource`. */
export function mayFollow(id: string, now: number): boolean {
  return /^[0-9a-f]{24}$/.test(id) && Math.abs(now - Number.parseInt(id.slice(0, 8), 16) * 1_000) < lateMs;
}

/** The first rows of each day, in the order of the rows. */
function keepFirstOfDays<T extends { readonly at: number }>(rows: readonly T[]): readonly T[] {
  if (rows.length <= rowsPerDayMax) return rows;
  const counts = new Map<number, number>();
  return rows.filter(({ at }) => {
    const count = (counts.get(toDay(at)) ?? 0) + 1;
    counts.set(toDay(at), count);
    return count <= rowsPerDayMax;
  });
}

function createJourneyEvent(event: ShopEvent, rev: number): JourneyEvent {
  const { type, at, items, searchId, recommendationId, order, currency } = event;
  return {
    type,
    at,
    items: items.map(({ id, product, quantity, price, isEstimated = false }) => ({
      id,
      product: product ?? id,
      quantity,
      price,
      isEstimated,
    })),
    named:
      searchId !== null
        ? { kind: 'search', id: searchId }
        : recommendationId !== null
          ? { kind: 'list', id: recommendationId }
          : null,
    order: order ?? `#${rev}`,
    hasOrder: order !== null,
    currency: currency ?? '',
  };
}

/** Reads the horizon for days from `openFrom` on, whose figures depend on `lookbackDays` before. */
export function readHorizon(reads: ReadConnection, openFrom: number, lookbackDays: number): Horizon {
  const first = openFrom - lookbackDays;
  // An event may be dated a day ahead.
  const row = reads
    .prepare('SELECT rev, no FROM attribution_days WHERE day < ? ORDER BY day DESC LIMIT 1')
    .get(first) as Cutoff | undefined;
  return { from: first * dayMs, after: row ?? { rev: 0, no: 0 } };
}
