/**
 * Compares search with other engines on the same products and queries (docs/internals/search-speed.md):
 *
 *   npm run bench:search [-- --size 10k|100k|1m] [--engines vitrine,tantivy] [--queries 2000] [--warm-up 5000] [--growth]
 *
 * Warm-up queries differ from the measured ones. `--growth` also measures Vitrine at each smaller size.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogSize, catalogSizes } from './search/catalog-size.ts';
import type { EngineRun } from './search/engine.ts';
import { engineNames, skipReason, ownName, queriesMax } from './search/engines.ts';
import { checkFilters } from './search/quality.ts';
import { queriesWithWarmUp, type QueryLists } from './search/queries.ts';
import { classTable, figuresTable, growthTable, ownTables, ratiosTable } from './search/tables.ts';
import { prepareQueries, prepareTantivy, tantivyPython } from './search/tantivy.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    engines: { type: 'string', default: engineNames.join(',') },
    queries: { type: 'string', default: '2000' },
    'warm-up': { type: 'string', default: '5000' },
    growth: { type: 'boolean', default: false },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a program with inherited output; returns whether it succeeded. */
async function ends(command: string, parameters: readonly string[]): Promise<boolean> {
  const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Measures one engine; null, with the reason printed, if it cannot run. */
async function runEngine(name: string, size: number, queries: QueryLists): Promise<EngineRun | null> {
  const reason = skipReason(name, size);
  if (reason !== null) {
    print(`${name}: skipped, ${reason}`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const result = join(folder, 'result.json');
  const max = queriesMax(name, size);
  const lists = { measured: queries.measured.slice(0, max), warmUp: queries.warmUp.slice(0, max) };
  try {
    const [command, parameters] =
      name === 'tantivy'
        ? [tantivyPython(), await prepareTantivy(folder, size, lists, result)]
        : [process.execPath, processParameters(name, size, prepareQueries(folder, lists), result)];
    if (command === null) print(`${name}: skipped, the Python package tantivy is not available`);
    if (command === null || !(await ends(command, parameters))) return null;
    return JSON.parse(readFileSync(result, 'utf8')) as EngineRun;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function processParameters(name: string, size: number, queryFile: string, result: string): string[] {
  const file = join(import.meta.dirname, 'search', 'engine-process.ts');
  return ['--expose-gc', '--max-old-space-size=12288', file, name, String(size), queryFile, result];
}

async function main(): Promise<void> {
  const size = catalogSize(options.size);
  const wanted = options.engines.split(',');
  const unknown = wanted.find((name) => !engineNames.includes(name));
  if (unknown !== undefined)
    throw new Error(`--engines does not support ${unknown}: use ${engineNames.join(', ')}`);
  const queries = queriesWithWarmUp(Number(options.queries), Number(options['warm-up']), size);
  const runs = new Map<string, EngineRun>();
  for (const name of wanted) {
    print(`${name}: ${size} products`);
    const run = await runEngine(name, size, queries);
    if (run === null) continue;
    checkFilters(run, queries.measured);
    runs.set(name, run);
  }
  print(`\n${figuresTable(runs, queries.measured)}`);
  print(`\n${classTable(runs, queries.measured)}`);
  const own = runs.get(ownName);
  if (own === undefined) return;
  if (runs.size > 1) print(`\n${ratiosTable(runs, own)}`);
  print(`\n${ownTables(own, size)}`);
  if (options.growth) print(`\n${await growth(own, size)}`);
}

async function growth(largest: EngineRun, size: number): Promise<string> {
  const runBySize = new Map<number, EngineRun>();
  for (const smaller of catalogSizes.filter((each) => each < size)) {
    const queries = queriesWithWarmUp(Number(options.queries), Number(options['warm-up']), smaller);
    const run = await runEngine(ownName, smaller, queries);
    if (run !== null) runBySize.set(smaller, run);
  }
  return growthTable(runBySize.set(size, largest));
}

await main();
