import type { Json, JsonObject } from '../../ports/json.ts';
import type { Rule } from '../../ports/rules.ts';
import type { SettingsChanges, SynonymRule } from '../../ports/settings.ts';
import { epochMs, epochNumber } from '../../lib/epoch-time.ts';
import { utcTime } from '../../lib/utc-time.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';

/** An event of a history, as `vitrine import-history` reads it. */
export interface ConvertedEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  readonly user?: string;
  readonly session?: string;
  readonly item?: string;
  readonly items?: readonly JsonObject[];
  readonly order?: string;
}

/** Reads one record of an exported file. `file`: its name, which tells the kind where the record does not. */
export type Converter = (record: JsonObject, shop: ConvertedShop, file: string) => void;

const fieldsMax = 500;

/** A shop of another search engine or recommender, in Vitrine's terms, and what has no counterpart. */
export class ConvertedShop {
  readonly settings: { search: Mutable<NonNullable<SettingsChanges['search']>>; privateFields: string[] } = {
    search: {},
    privateFields: [],
  };
  readonly rules: Rule[] = [];
  readonly synonyms: SynonymRule[] = [];
  readonly events: ConvertedEvent[] = [];
  /** Fields that the items have. */
  readonly fields = new Set<string>();
  /** How often what could not be converted, by reason. */
  readonly leftOut = new Map<string, number>();
  /** Work that needs all records, such as fields that a list does not name. */
  readonly #last: (() => void)[] = [];
  readonly #writeItem: (item: JsonObject) => void;
  #lacksPrices = false;
  items = 0;

  constructor(writeItem: (item: JsonObject) => void) {
    this.#writeItem = writeItem;
  }

  addItem(item: JsonObject): void {
    for (const name of Object.keys(item)) if (this.fields.size < fieldsMax) this.fields.add(name);
    this.items++;
    if (item['price'] === null) this.#lacksPrices = true;
    this.#writeItem(item);
  }

  leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  /** The filter if it is one of Vitrine; otherwise null, and the reason is kept. */
  filter(text: string, of: string): string | null {
    try {
      parseFilter(text, 0);
      return text;
    } catch {
      this.leaveOut(`${of}: the filter ${text} is not one of Vitrine`);
      return null;
    }
  }

  atEnd(task: () => void): void {
    this.#last.push(task);
  }

  /** Completes the settings. Nothing can be added afterwards. */
  finish(): void {
    for (const task of this.#last) task();
    if (this.synonyms.length > 0) this.settings.search.synonyms = this.synonyms;
    this.events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** The body of `PUT /api/projects/{project}/settings`. */
  settingsBody(): JsonObject {
    const { search, privateFields } = this.settings;
    const items = {
      ...(this.#lacksPrices ? { priceOptional: true } : {}),
      ...(privateFields.length > 0 ? { privateFields } : {}),
    };
    return {
      ...(Object.keys(search).length > 0 ? { search: search as unknown as Json } : {}),
      ...(Object.keys(items).length > 0 ? { items } : {}),
    };
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
}

/** ISO 8601 of a time in seconds or milliseconds since 1970, or of such a text; null if it is none. */
export function timeOf(value: Json | undefined): string | null {
  const text = textOf(value) ?? '';
  const count = typeof value === 'number' ? value : epochNumber(text);
  const ms = count === null ? utcTime(text) : epochMs(count);
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}
