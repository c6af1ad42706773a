import { convertDigits } from '../../../math/ascii-digits.ts';
import { findFirstIndex } from '../../bits/binary-search.ts';
import { foldAccents } from '../language/tokenizer.ts';
import { TopK } from '../../bits/top-k.ts';
import { pow } from '../../../math/power.ts';

/** A query with the number of people who searched it. */
interface QueryCount {
  readonly query: string;
  /** Number of people by the day of their last search. */
  readonly days: Map<number, number>;
  people: number;
  /** The folded suffixes of the query that start with a word. */
  readonly tails: readonly string[];
  score: number;
  /** The day for which the score holds; NaN if it is outdated. */
  scoredDay: number;
}

interface Tail {
  readonly text: string;
  readonly entry: QueryCount;
}

/**
 * Counts people by query and by the day of their last search for it, and completes a typed text with the queries that enough people
 * searched. All counts are integers, so that subtraction is exact.
 */
export class CompletionIndex {
  readonly #peopleMin: number;
  readonly #halfLifeDays: number;
  readonly #queriesMax: number;
  readonly #entries = new Map<string, QueryCount>();
  /** The tails of queries that enough people searched, sorted. */
  readonly #tails: Tail[] = [];

  /** If there are more than `queriesMax` queries, those of the fewest people are dropped, in batches. */
  constructor(options: { peopleMin: number; halfLifeDays: number; queriesMax: number }) {
    this.#peopleMin = options.peopleMin;
    this.#halfLifeDays = options.halfLifeDays;
    this.#queriesMax = options.queriesMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether the query is counted. Otherwise the caller must provide its counts by `set()`. */
  has(query: string): boolean {
    return this.#entries.has(query);
  }

  /** Sets the counts of a query that is not counted yet. */
  set(query: string, days: Iterable<readonly [day: number, people: number]>): void {
    const entry = toCompletion(query);
    for (const [day, people] of days) {
      entry.days.set(day, people);
      entry.people += people;
    }
    if (entry.people === 0) return;
    this.#entries.set(query, entry);
    if (entry.people >= this.#peopleMin) this.#list(entry);
    if (this.#entries.size > this.#queriesMax * 1.25) this.#evictOldest();
  }

  /** Moves one person's last search for a counted query to another day; null means none. */
  moveCount(query: string, from: number | null, to: number | null): void {
    const entry = this.#entries.get(query);
    if (entry === undefined) return;
    const before = entry.people;
    if (from !== null) add(entry, from, -1);
    if (to !== null) add(entry, to, 1);
    this.#settle(entry, before);
  }

  /** Drops the people whose last search for a query was before this day. */
  dropBefore(day: number): void {
    for (const entry of this.#entries.values()) {
      const before = entry.people;
      for (const [countedDay, people] of entry.days) if (countedDay < day) add(entry, countedDay, -people);
      if (entry.people !== before) this.#settle(entry, before);
    }
  }

  /** The queries with a word at which the typed text starts, most popular as of `today` first. */
  findCompletions(typed: string, today: number, limit: number): string[] {
    const text = fold(typed);
    if (text === '') return [];
    const best = new TopK<QueryCount>(limit, (a, b) => b.score - a.score || (a.query < b.query ? -1 : 1));
    const listed = new Set<QueryCount>();
    for (let at = this.#lowerBound(text, ''); this.#tails[at]?.text.startsWith(text) === true; at++) {
      const { entry } = this.#tails[at]!;
      if (entry.scoredDay !== today) this.#score(entry, today);
      const worst = best.threshold;
      if ((worst !== undefined && worst.score > entry.score) || listed.has(entry)) continue;
      listed.add(entry);
      best.offer(entry);
    }
    return best.takeSorted().map(({ query }) => query);
  }

  #score(entry: QueryCount, today: number): void {
    entry.score = 0;
    for (const [day, people] of entry.days)
      entry.score += people * pow(2, (day - today) / this.#halfLifeDays);
    entry.scoredDay = today;
  }

  #settle(entry: QueryCount, before: number): void {
    const min = this.#peopleMin;
    if (before < min && entry.people >= min) this.#list(entry);
    if (before >= min && entry.people < min) this.#unlist(entry);
    if (entry.people <= 0) this.#entries.delete(entry.query);
  }

  #list(entry: QueryCount): void {
    for (const text of entry.tails)
      this.#tails.splice(this.#lowerBound(text, entry.query), 0, { text, entry });
  }

  #unlist(entry: QueryCount): void {
    for (const text of entry.tails) this.#tails.splice(this.#lowerBound(text, entry.query), 1);
  }

  /** Tails are sorted by text, then by query. */
  #lowerBound(text: string, query: string): number {
    return findFirstIndex(0, this.#tails.length, (at) => {
      const tail = this.#tails[at]!;
      return tail.text > text || (tail.text === text && tail.entry.query >= query);
    });
  }

  #evictOldest(): void {
    const findNewestDay = ({ days }: QueryCount): number => Math.max(...days.keys());
    const least = [...this.#entries.values()]
      .sort((a, b) => a.people - b.people || findNewestDay(a) - findNewestDay(b))
      .slice(0, this.#entries.size - this.#queriesMax);
    for (const entry of least) {
      if (entry.people >= this.#peopleMin) this.#unlist(entry);
      this.#entries.delete(entry.query);
    }
  }
}

function toCompletion(query: string): QueryCount {
  const words = fold(query).split(' ');
  // Repeated words have the same tail only once.
  const tails = [...new Set(words.map((_, i) => words.slice(i).join(' ')))];
  return { query, days: new Map(), people: 0, tails, score: 0, scoredDay: Number.NaN };
}

function add(entry: QueryCount, day: number, people: number): void {
  const count = (entry.days.get(day) ?? 0) + people;
  if (count === 0) entry.days.delete(day);
  else entry.days.set(day, count);
  entry.people += people;
  entry.scoredDay = Number.NaN;
}

/** Folds a text to lower case without accents, with ASCII digits and single blanks; a blank at the end marks a complete word. */
function fold(text: string): string {
  return convertDigits(foldAccents(text.toLowerCase())).trimStart().replaceAll(/\s+/g, ' ');
}
