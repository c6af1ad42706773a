import type { Product } from './products.ts';
import type { BenchQuery } from './queries.ts';

/** Hits of one page, as every engine is asked for. */
export const hitsMax = 20;

export interface Answer {
  /** The first `hitsMax`, best first. */
  readonly ids: readonly string[];
  /** All that match, as the engine counts. */
  readonly total: number;
}

/** What an engine has used so far, all its threads: of this process, unless the engine has one of its own. */
export interface Meter {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

/** A search engine under measurement, alone in its process. */
export interface SearchEngine {
  /** What the engine cannot do of the work, in a few words. */
  readonly note: string;
  /** Takes further products, at most `productsPerBatch`. */
  load(products: readonly Product[]): void | Promise<void>;
  /** After the last products: from here on the engine answers. */
  ready(): void | Promise<void>;
  search(query: BenchQuery): Answer | Promise<Answer>;
  meter(): Meter;
  /** What it keeps on disk, or can write there as it is to start again without the products; null where it cannot. */
  diskBytes(): number | null | Promise<number>;
  close(): void | Promise<void>;
}

/** As many as fit one text segment of this engine. */
export const productsPerBatch = 65_536;

/** The meter of an engine that runs within this process. */
export function ownMeter(): Meter {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage().rss };
}

/** What one process measured of one engine; the Python driver writes the same. */
export interface EngineRun {
  readonly loadCpuSeconds: number;
  readonly loadSeconds: number;
  /** After all queries, less what the process had before the load. */
  readonly memoryBytes: number;
  /** Null where it keeps nothing on disk. */
  readonly diskBytes: number | null;
  readonly cpuMsPerQuery: number;
  readonly note: string;
  /** By query, in their order: how long it took and what it gave. */
  readonly times: readonly number[];
  readonly answers: readonly Answer[];
  readonly broad: readonly BroadRun[];
}

/** A kind of query that matches much of the catalog. */
export interface BroadRun {
  readonly name: string;
  readonly meanTotal: number;
  readonly cpuMs: number;
  readonly maxMs: number;
}
