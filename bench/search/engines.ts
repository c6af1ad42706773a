import type { SearchEngine } from './engine.ts';
import { miniSearch } from './minisearch.ts';
import { openSearch } from './opensearch.ts';
import { orama } from './orama.ts';
import { sqlite } from './sqlite.ts';
import { vitrineHttp } from './vitrine-http.ts';
import { vitrineKernel } from './vitrine-kernel.ts';

export const ownName = 'vitrine';

/** An engine, or the reason why it is not available. */
type EngineOrReason = SearchEngine | string;

/** Engines that run in Node; tantivy has a Python driver. */
export const nodeEngines: Readonly<Record<string, () => EngineOrReason | Promise<EngineOrReason>>> = {
  [ownName]: vitrineKernel,
  'vitrine-http': vitrineHttp,
  sqlite,
  minisearch: miniSearch,
  orama,
  opensearch: openSearch,
};

export const engineNames = [
  ownName,
  'vitrine-http',
  'tantivy',
  'sqlite',
  'minisearch',
  'orama',
  'opensearch',
];

/** The largest catalogs of in-memory engines: larger ones take too much memory or time. */
const productsMax: Readonly<Record<string, number>> = { minisearch: 100_000, orama: 100_000 };

/** The reason why an engine skips a catalog size, or null. */
export function skipReason(engine: string, productCount: number): string | null {
  const max = productsMax[engine];
  return max === undefined || productCount <= max
    ? null
    : `keeps all products as objects: at most ${max} products`;
}

/** The number of queries for an engine and catalog size: slow engines get fewer, to limit the run to minutes. */
export function queriesMax(engine: string, productCount: number): number {
  const milliseconds: Readonly<Record<string, number>> = { minisearch: 3e-4, orama: 1.5e-3, sqlite: 1e-4 };
  const expected = milliseconds[engine];
  if (expected === undefined) return Infinity;
  return Math.max(100, Math.floor(120_000 / (expected * productCount)));
}
