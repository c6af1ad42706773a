import type { Product } from './products.ts';
import type { BenchQuery } from './queries.ts';

/** The page size of all engines. */
export const hitsMax = 20;

export interface Answer {
  /** The first `hitsMax` hits, best first. */
  readonly ids: readonly string[];
  /** The number of matches reported by the engine. */
  readonly total: number;
}

/** The resource use of an engine's process so far, over all threads. */
export interface Meter {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

/** A search engine under measurement. */
export interface SearchEngine {
  /** Differences from the other engines, such as missing features. */
  readonly note: string;
  /** Adds at most `productsPerBatch` products. */
  load(products: readonly Product[]): void | Promise<void>;
  /** Completes the index; searches follow. */
  ready(): void | Promise<void>;
  search(query: BenchQuery): Answer | Promise<Answer>;
  meter(): Meter;
  /** The size of the index on disk, or serialized; null if the engine cannot store it. */
  diskBytes(): number | null | Promise<number>;
  close(): void | Promise<void>;
}

/** The capacity of a Vitrine text segment. */
export const productsPerBatch = 65_536;

/** The resource use of this process. */
export function ownMeter(): Meter {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage().rss };
}

/** The measurements of one engine; the Python driver writes the same format. */
export interface EngineRun {
  readonly loadCpuSeconds: number;
  readonly loadSeconds: number;
  /** Memory after all queries, minus memory before the load. */
  readonly memoryBytes: number;
  /** Null if the engine stores nothing on disk. */
  readonly diskBytes: number | null;
  readonly cpuMsPerQuery: number;
  readonly note: string;
  /** Latency in ms, in the order of the queries, as `answers`. */
  readonly times: readonly number[];
  readonly answers: readonly Answer[];
  readonly broad: readonly BroadRun[];
}

/** A kind of query that matches a large part of the catalog. */
export interface BroadRun {
  readonly name: string;
  readonly meanTotal: number;
  readonly cpuMs: number;
  readonly maxMs: number;
}
