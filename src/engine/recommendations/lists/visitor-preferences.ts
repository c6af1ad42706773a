import type { Visitor } from '../../../ports/recommendations/events.ts';
import type {
  PreferredValue,
  VisitorPreferences,
  VisitorPreferenceStore,
} from '../../../ports/recommendations/visitor-preferences.ts';
import { dayMs } from '../../../lib/days.ts';
import type { Clock } from '../../../lib/clock.ts';
import { evictOldest } from '../../../lib/evict-oldest.ts';
import { collectVisitedItems } from '../../../kernel/recommend/lists/visitor-history.ts';
import type { RecommenderProjection } from '../counters/recommender-projection.ts';
import type { EmbeddedTextIndex } from '../../search/text-index.ts';
import { visitorKeys, visitorNames } from './visitor-names.ts';
import { pow } from '../../../math/power.ts';

/** Fields whose values visitors prefer. */
const fields = ['brand', 'category', 'categories', 'type', 'gender', 'color', 'size'];
/** Number of newest viewed and bought items that count; purchases weigh more. */
const itemsMax = 50;
const boughtWeight = 2;
const halfLifeMs = 30 * dayMs;
/** Fewer items with a value are chance. */
const itemsMin = 2;
/** With this many items, a value counts half of its share. */
const itemsHalf = 2;
const valuesMax = 10;
const viewedMax = 20;
/** Visitors whose preferences are remembered for further pages. */
const visitorsMax = 10_000;
const rememberedMs = 30 * 60_000;

const none: VisitorPreferences = { values: [], viewed: [] };

interface Options {
  readonly clock: Clock;
  readonly counters: { readonly projection: RecommenderProjection };
  readonly text: Pick<EmbeddedTextIndex, 'readTexts'>;
  /** The shop's id of an active item, or null if there is none. */
  readonly findId: (itemNumber: number) => string | null;
}

/** Preferences by the counters of the recommenders, which have the history of each visitor. */
export class EmbeddedVisitorPreferences implements VisitorPreferenceStore {
  readonly #options: Options;
  /** Preferences by the visitor's key, as of the last first page, the oldest first. */
  readonly #remembered = new Map<string, { readonly at: number; readonly preferences: VisitorPreferences }>();

  constructor(options: Options) {
    this.#options = options;
  }

  // eslint-disable-next-line @typescript-eslint/require-await
  async of(visitor: Visitor, isFirstPage: boolean): Promise<VisitorPreferences> {
    const { clock, counters } = this.#options;
    const { state } = counters.projection;
    const key = visitorKeys(state, visitor).join(' ');
    if (key === '') return none;
    const now = clock.now();
    const remembered = this.#remembered.get(key);
    if (!isFirstPage && remembered !== undefined && now - remembered.at < rememberedMs)
      return remembered.preferences;
    const preferences = this.#compute(visitor, now);
    this.#remembered.delete(key);
    this.#remembered.set(key, { at: now, preferences });
    evictOldest(this.#remembered, visitorsMax);
    return preferences;
  }

  /** Forgets all preferences, as a visitor was erased. */
  onVisitorErased(): void {
    this.#remembered.clear();
  }

  #compute(visitor: Visitor, now: number): VisitorPreferences {
    const { counters, findId } = this.#options;
    const { projection } = counters;
    const { viewed, bought } = collectVisitedItems(
      projection.state,
      projection.state.findSubjects(visitorNames(visitor)),
    );
    const weighted = [
      ...[...viewed].map(([item, at]) => ({ item, at, weight: 1 })),
      ...[...bought].map(([item, at]) => ({ item, at, weight: boughtWeight })),
    ]
      .sort((a, b) => b.at - a.at || a.item - b.item)
      .slice(0, itemsMax)
      .map(({ item, at, weight }) => ({
        no: projection.catalogNumber(item),
        weight: weight * pow(2, Math.min(0, at - now) / halfLifeMs),
      }));
    const rejected = projection.state.findRejectedItems(visitorNames(visitor));
    const ids = [...viewed]
      .filter(([item]) => !bought.has(item) && !rejected.has(item))
      .sort(([, a], [, b]) => b - a)
      .values()
      // Reads lazily: each id reads an item of the catalog, and a history has no limit.
      .map(([item]) => findId(projection.catalogNumber(item)))
      .filter((id) => id !== null)
      .take(viewedMax)
      .toArray();
    return { values: this.#findPreferredValues(weighted), viewed: ids };
  }

  /** The values that several of the items have, by their share of all weights. */
  #findPreferredValues(items: readonly { readonly no: number; readonly weight: number }[]): PreferredValue[] {
    const all = items.reduce((sum, { weight }) => sum + weight, 0);
    const values = new Map<string, { field: string; value: string; weight: number; items: Set<number> }>();
    for (const { no, weight } of items) {
      for (const field of fields) {
        for (const value of new Set(this.#options.text.readTexts(no, field))) {
          const name = `${field}\0${value}`;
          let sum = values.get(name);
          if (sum === undefined) values.set(name, (sum = { field, value, weight: 0, items: new Set() }));
          sum.weight += weight;
          sum.items.add(no);
        }
      }
    }
    return [...values.values()]
      .filter((preference) => preference.items.size >= itemsMin)
      .map(({ field, value, weight, items: valueItems }) => ({
        field,
        value,
        weight: (weight / all) * (valueItems.size / (valueItems.size + itemsHalf)),
      }))
      .sort((a, b) => b.weight - a.weight || compareTexts(a.field, b.field) || compareTexts(a.value, b.value))
      .slice(0, valuesMax);
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
