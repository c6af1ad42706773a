import { ensureCapacity } from '../../../kernel/bits/growable.ts';
import { StringInterner } from '../../../kernel/bits/string-interner.ts';
import type { ModelEvent } from '../../../kernel/recommend/counters/model-event.ts';

interface CompactItem {
  readonly index: number;
  readonly isBeyondAddressCap: boolean;
}

/**
 * Events in columns: 30 bytes for one with an item, where an object takes ten times as much. Visitors are keys: `u:` and the user,
 * or `s:` and the session.
 */
export class CompactEvents {
  readonly #keys = new StringInterner(0);
  readonly #types: string[] = [];
  readonly #typeNumbers = new Map<string, number>();
  #times: Float64Array = new Float64Array(64);
  #visitors: Uint32Array = new Uint32Array(64);
  /** By event: twice the number of its type, plus 1 for suspected bots. */
  #kinds: Uint32Array = new Uint32Array(64);
  #ends: Uint32Array = new Uint32Array(64);
  /** By item of an event: twice its number, plus 1 beyond the cap of its address. */
  #items: Uint32Array = new Uint32Array(64);
  #order: Uint32Array = new Uint32Array(0);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  add(event: {
    readonly key: string;
    readonly type: string;
    readonly at: number;
    readonly suspectedBot: boolean;
    readonly items: readonly CompactItem[];
  }): void {
    const start = this.#count === 0 ? 0 : this.#ends[this.#count - 1]!;
    const end = start + event.items.length;
    const number = this.#count++;
    this.#times = ensureCapacity(this.#times, this.#count);
    this.#visitors = ensureCapacity(this.#visitors, this.#count);
    this.#kinds = ensureCapacity(this.#kinds, this.#count);
    this.#ends = ensureCapacity(this.#ends, this.#count);
    this.#items = ensureCapacity(this.#items, end);
    this.#times[number] = event.at;
    this.#visitors[number] = this.#keys.add(event.key);
    this.#kinds[number] = 2 * this.#typeNumber(event.type) + (event.suspectedBot ? 1 : 0);
    event.items.forEach(({ index, isBeyondAddressCap }, at) => {
      this.#items[start + at] = 2 * index + (isBeyondAddressCap ? 1 : 0);
    });
    this.#ends[number] = end;
  }

  /** Sorts events, which were added newest first, by time; equal times keep the order of the log. */
  sortOldestFirst(): void {
    const times = this.#times;
    this.#order = Uint32Array.from({ length: this.#count }, (_, at) => at).sort(
      (a, b) => times[a]! - times[b]! || b - a,
    );
  }

  /** The event at a position of the order. */
  at(position: number): ModelEvent | undefined {
    if (position < 0 || position >= this.#count) return undefined;
    const number = this.#order[position]!;
    const key = this.#keys.at(this.#visitors[number]!);
    const name = key.slice(2);
    const start = number === 0 ? 0 : this.#ends[number - 1]!;
    const items = this.#items.subarray(start, this.#ends[number]);
    return {
      type: this.#types[this.#kinds[number]! >> 1]!,
      ...(key.startsWith('u:') ? { user: name } : { session: name }),
      at: this.#times[number]!,
      suspectedBot: (this.#kinds[number]! & 1) === 1,
      items: Array.from(items, (item) => ({ index: item >>> 1, isBeyondAddressCap: (item & 1) === 1 })),
    };
  }

  #typeNumber(type: string): number {
    const typeNumber = this.#typeNumbers.get(type);
    if (typeNumber !== undefined) return typeNumber;
    this.#typeNumbers.set(type, this.#types.length);
    return this.#types.push(type) - 1;
  }
}
