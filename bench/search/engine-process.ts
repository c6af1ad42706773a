/**
 * Measures one engine in its own process, to isolate its CPU and memory. Started by `bench/search.ts`:
 *
 *   node --expose-gc bench/search/engine-process.ts ENGINE PRODUCTS QUERIES RESULT.json
 */
import { writeFileSync } from 'node:fs';
import { nodeEngines, ownName } from './engines.ts';
import { measure } from './measure.ts';
import { benchQueries } from './queries.ts';

const [name = '', products = '', queries = '', result = ''] = process.argv.slice(2);
const make = nodeEngines[name];
if (make === undefined) throw new Error(`Unknown engine "${name}"`);
const engine = await make();
if (typeof engine === 'string') {
  process.stdout.write(`${name}: skipped, ${engine}\n`);
  process.exit(1);
}
try {
  const queryList = benchQueries(Number(queries), Number(products));
  const run = await measure(engine, Number(products), queryList, name === ownName);
  writeFileSync(result, JSON.stringify(run));
} finally {
  await engine.close();
}
