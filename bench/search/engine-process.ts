/**
 * Measures one engine in its own process, to isolate its CPU and memory. Started by `bench/search.ts`:
 *
 *   node --expose-gc bench/search/engine-process.ts ENGINE PRODUCTS QUERIES.json RESULT.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { nodeEngines, ownName } from './engines.ts';
import { measure } from './measure.ts';
import type { QueryLists } from './queries.ts';

const [name = '', products = '', queries = '', result = ''] = process.argv.slice(2);
const make = nodeEngines[name];
if (make === undefined) throw new Error(`Unknown engine "${name}"`);
const engine = await make();
if (typeof engine === 'string') {
  process.stdout.write(`${name}: skipped, ${engine}\n`);
  process.exit(1);
}
try {
  const lists = JSON.parse(readFileSync(queries, 'utf8')) as QueryLists;
  const run = await measure(engine, Number(products), lists, name === ownName);
  writeFileSync(result, JSON.stringify(run));
} finally {
  await engine.close();
}
