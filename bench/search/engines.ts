import type { SearchEngine } from './engine.ts';
import { miniSearch } from './minisearch.ts';
import { openSearch } from './opensearch.ts';
import { orama } from './orama.ts';
import { sqlite } from './sqlite.ts';
import { vitrineHttp } from './vitrine-http.ts';
import { vitrineKernel } from './vitrine-kernel.ts';

export const ownName = 'vitrine';

/** An engine, or a sentence that says why it cannot be had here. */
type MadeEngine = SearchEngine | string;

/** What is measured by a process of Node; tantivy has a driver of its own in Python. */
export const nodeEngines: Readonly<Record<string, () => MadeEngine | Promise<MadeEngine>>> = {
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

/** Beyond these a peer takes more memory or hours than the comparison is worth. */
const productsMax: Readonly<Record<string, number>> = { minisearch: 100_000, orama: 100_000 };

/** Why an engine is left out at a size, or null. */
export function leftOut(engine: string, productCount: number): string | null {
  const most = productsMax[engine];
  return most === undefined || productCount <= most
    ? null
    : `it holds all as objects: not above ${most} products`;
}

/** Slow engines are asked fewer of the queries, so that a run ends: the first ones, by engine and size. */
export function queriesMax(engine: string, productCount: number): number {
  const milliseconds: Readonly<Record<string, number>> = { minisearch: 3e-4, orama: 1.5e-3, sqlite: 1e-4 };
  const expected = milliseconds[engine];
  if (expected === undefined) return Infinity;
  return Math.max(100, Math.floor(120_000 / (expected * productCount)));
}
