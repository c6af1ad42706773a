import { TopK } from '../../bits/top-k.ts';
import { facetValuesDefault, type IndexFacetRequest } from '../query/query.ts';
import { selectNamedValues, type ChosenValue, type NamedValues } from './named-values.ts';
import { createValueComparison, type OrderedValue } from './value-order.ts';

/**
 * Selects the returned values of a facet: those of `first`, then the best others in the order of the request. The limit does not apply to
 * `first` and chosen values, nor the minimum count and `hidden` to chosen ones.
 */
export class ValueSelection<V extends OrderedValue> {
  readonly #limit: number;
  readonly #countMin: number;
  readonly #names: NamedValues | null;
  readonly #compare: (a: V, b: V) => number;
  readonly #top: TopK<V>;
  readonly #first: { readonly position: number; readonly value: V }[] = [];
  readonly #chosen: V[] = [];
  readonly #seen = new Set<string>();
  #distinct = 0;

  constructor(request: IndexFacetRequest) {
    const { limit = facetValuesDefault, countMin = 1, order = 'count' } = request;
    this.#limit = limit;
    this.#countMin = countMin;
    this.#names = selectNamedValues(request);
    this.#compare = createValueComparison(order);
    this.#top = new TopK(limit, this.#compare);
  }

  isChosen({ key }: V): boolean {
    return this.#names?.chosen.has(key) === true;
  }

  /** Call once for each value. */
  offer(value: V): void {
    const { key, count } = value;
    if (this.#names === null) {
      if (count >= this.#countMin) this.#accept(value);
      return;
    }
    const { first, chosen, hidden } = this.#names;
    const choice = chosen.get(key);
    if (choice === undefined && (count < this.#countMin || hidden.has(key))) return;
    if (choice !== undefined) this.#seen.add(choice.key);
    const position = first.get(key);
    if (position === undefined && choice === undefined) this.#accept(value);
    else {
      this.#distinct++;
      if (position === undefined) this.#chosen.push(value);
      else this.#first.push({ position, value });
    }
  }

  /** The chosen values that were not offered. */
  listAbsentChoices(): ChosenValue[] {
    const values = new Map<string, ChosenValue>();
    for (const choice of this.#names?.chosen.values() ?? [])
      if (!this.#seen.has(choice.key)) values.set(choice.key, choice);
    return [...values.values()];
  }

  /** Selects the returned values. `distinct` is the number of values that an unlimited facet would have. */
  select(): { values: V[]; distinct: number } {
    if (this.#limit === 0) return { values: [], distinct: this.#distinct };
    const first = this.#first.sort((a, b) => a.position - b.position).map(({ value }) => value);
    const free = Math.max(0, this.#limit - first.length - this.#chosen.length);
    const others = this.#top.takeSorted().slice(0, free);
    const values = this.#chosen.length === 0 ? others : [...this.#chosen, ...others].sort(this.#compare);
    return { values: [...first, ...values], distinct: this.#distinct };
  }

  #accept(value: V): void {
    this.#distinct++;
    this.#top.offer(value);
  }
}
