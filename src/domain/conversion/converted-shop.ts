import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import type { Rule } from '../../ports/search/rules.ts';
import { parseSort } from '../query/sort-keys.ts';
import type {
  CustomRankingCriterion,
  SettingsChanges,
  SynonymRule,
} from '../../ports/configuration/settings.ts';
import type { TextAnalysis } from '../../ports/search/text-analysis.ts';
import { parseTime } from '../../lib/epoch-time.ts';
import { limits } from '../../ports/limits.ts';
import { ruleList } from '../rules/rule-fields.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { settingsGroups } from '../settings/change-settings.ts';
import { keepValidParts } from './accepted-parts.ts';
import { orderFacets } from './algolia-facet-ordering.ts';

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

/** Reads one record of an exported file. The name of the file tells the kind of a record that does not. */
export type Converter = (record: JsonObject, shop: ConvertedShop, file: string) => void;

const fieldsMax = 500;

/** A shop of another search engine or recommender, in Vitrine's terms, and what has no counterpart. */
export class ConvertedShop {
  readonly settings: {
    search: Mutable<NonNullable<SettingsChanges['search']>>;
    algolia: Mutable<NonNullable<SettingsChanges['algolia']>>;
    privateFields: string[];
  } = { search: {}, algolia: {}, privateFields: [] };
  /** The orders of replicas by their names, or null if unknown. */
  readonly replicas = new Map<string, string[] | null>();
  /** The settings of an index whose replicas can have others. */
  primarySettings: JsonObject = {};
  /** The order of all facets and their values. */
  facetOrdering: JsonObject | null = null;
  rules: Rule[] = [];
  synonyms: SynonymRule[] = [];
  /** The place of each synonym rule in its file. */
  readonly #synonymPlaces: string[] = [];
  readonly events: ConvertedEvent[] = [];
  /** Fields that the items have. */
  readonly fields = new Set<string>();
  /** Number of skipped parts, by reason. */
  readonly leftOut = new Map<string, number>();
  /** The place of the first skipped part, by reason. */
  readonly leftOutPlaces = new Map<string, string>();
  /** The record that is read, or null if all have been. */
  place: string | null = null;
  /** Work that needs all records, such as fields that a list does not name. */
  readonly #finalTasks: (() => void)[] = [];
  #accepted: JsonObject = {};
  readonly #writeItem: (item: JsonObject) => void;
  #lacksPrices = false;
  items = 0;
  /** Number of synonyms that were merged with others, as their words are the same after analysis or lead to each other. */
  mergedSynonyms = 0;

  constructor(writeItem: (item: JsonObject) => void) {
    this.#writeItem = writeItem;
  }

  addItem(item: JsonObject): void {
    for (const name of Object.keys(item)) if (this.fields.size < fieldsMax) this.fields.add(name);
    this.items++;
    if (item['price'] === null) this.#lacksPrices = true;
    this.#writeItem(item);
  }

  /** Adds a rule; reports name its place in the file. */
  addSynonyms(rule: SynonymRule, place: string): void {
    this.synonyms.push(rule);
    this.#synonymPlaces.push(place);
  }

  leaveOut(reason: string): void {
    if (this.place !== null && !this.leftOutPlaces.has(reason)) this.leftOutPlaces.set(reason, this.place);
    this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
  }

  /** Returns the filter if Vitrine can parse it, or else null and records the reason. */
  filter(text: string, owner: string): string | null {
    try {
      parseFilter(text, 0);
      return text;
    } catch {
      this.leaveOut(`${owner}: the filter ${text} is not one of Vitrine`);
      return null;
    }
  }

  addFinalTask(task: () => void): void {
    this.#finalTasks.push(task);
  }

  /** Completes the settings. Nothing can be added afterwards. Without `analysis`, synonyms stay as they are. */
  finish(analysis?: TextAnalysis): void {
    for (const task of this.#finalTasks) task();
    this.#addReplicas();
    const { search, algolia } = this.settings;
    // Vitrine's own searches rank by it last, unless they have a `sort`.
    if (algolia.sort !== undefined && algolia.sort !== null)
      search.customRanking = removeDuplicateCriteria([
        ...parseSort(algolia.sort).map(({ field, order }) => ({ field, order })),
        ...(search.customRanking ?? []),
      ]).slice(0, limits.sortKeysMax);
    if (this.facetOrdering !== null)
      search.facets = orderFacets(search.facets ?? [], this.facetOrdering, (what) => this.leaveOut(what));
    if (analysis !== undefined) this.#analyze(analysis);
    if (this.synonyms.length > 0) this.settings.search.synonyms = this.synonyms;
    this.rules = this.#keepValidRules();
    this.#accepted = this.#keepValidSettings();
    this.events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** Reads the order of a replica without settings from its name: `products_price_asc`. */
  #addReplicas(): void {
    if (this.replicas.size === 0) return;
    this.settings.algolia.replicas = [...this.replicas].map(([name, sort]) => {
      if (sort !== null) return { name, sort };
      const { order, rest = '' } = /^(?<rest>.+)[_-](?<order>asc|desc)$/i.exec(name)?.groups ?? {};
      const parts = rest.split(/[_-]/);
      const field = parts.map((_, at) => parts.slice(at).join('_')).find((name) => this.fields.has(name));
      if (order === undefined || field === undefined) {
        this.leaveOut(`the replica ${name}: its order, as its settings are not among the files`);
        return { name, sort: [] };
      }
      const key = `${field}:${order.toLowerCase()}`;
      this.leaveOut(
        `the replica ${name}: its settings, which are not among the files; its order is ${key} by its name`,
      );
      return { name, sort: [key] };
    });
  }

  #analyze({ languageCodes, mergeSynonyms }: TextAnalysis): void {
    const { search } = this.settings;
    if (search.languages !== undefined) {
      const codes = search.languages.map((language) => language.toLowerCase().split(/[-_]/)[0]!);
      for (const code of codes) if (!languageCodes.includes(code)) this.leaveOut(`the language ${code}`);
      search.languages = [...new Set(codes)].filter((code) => languageCodes.includes(code));
      if (search.languages.length === 0) delete search.languages;
    }
    const { rules, lost, merged } = mergeSynonyms(this.synonyms, search);
    for (const { rule, detail } of lost) this.leaveOut(`${this.#synonymPlaces[rule]}: ${detail}`);
    [this.synonyms, this.mergedSynonyms] = [rules, merged];
  }

  /** The body of `PUT /api/projects/{project}/settings`. */
  createSettingsBody(): JsonObject {
    return this.#accepted;
  }

  #keepValidSettings(): JsonObject {
    const body: JsonObject = {};
    for (const [name, group] of Object.entries(this.#convertSettings())) {
      const { changes } = settingsGroups[name as keyof typeof settingsGroups];
      const accepted = keepValidParts(changes, group, name, ({ detail }) =>
        this.leaveOut(`the setting ${detail}`),
      );
      if (isRecord(accepted) && Object.keys(accepted).length > 0) body[name] = accepted;
    }
    return body;
  }

  /** Keeps the valid rules, as one invalid rule would make the service refuse all. */
  #keepValidRules(): Rule[] {
    for (const { id } of this.rules.slice(limits.rulesMax))
      this.leaveOut(`the rule ${id}: beyond ${limits.rulesMax} rules`);
    const rules = this.rules.slice(0, limits.rulesMax) as unknown as Json;
    const accepted = keepValidParts(ruleList, rules, 'rules', ({ path, detail }, rules) => {
      const at = Number(/^rules\[(\d+)\]/.exec(path)?.[1]);
      this.leaveOut(`the rule ${(rules as unknown as readonly Rule[])[at]?.id ?? ''}: ${detail}`);
    });
    return (accepted ?? []) as unknown as Rule[];
  }

  #convertSettings(): JsonObject {
    const { search, algolia, privateFields } = this.settings;
    const items = {
      ...(this.#lacksPrices ? { priceOptional: true } : {}),
      ...(privateFields.length > 0 ? { privateFields } : {}),
    };
    return {
      ...(Object.keys(search).length > 0 ? { search: search as unknown as Json } : {}),
      ...(Object.keys(items).length > 0 ? { items } : {}),
      ...(Object.keys(algolia).length > 0 ? { algolia: algolia as unknown as Json } : {}),
    };
  }
}

function removeDuplicateCriteria(all: readonly CustomRankingCriterion[]): CustomRankingCriterion[] {
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function readTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

export function readObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readText(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
}

/** Converts seconds or milliseconds since 1970, or a date text, to ISO 8601. Returns null for anything else. */
export function readTime(value: Json | undefined): string | null {
  const ms = parseTime(typeof value === 'number' ? value : (readText(value) ?? ''));
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}
