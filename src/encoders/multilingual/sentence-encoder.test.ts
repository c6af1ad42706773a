import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createRandom } from '../../lib/seeded-random.ts';
import { ModelMemory } from './model-memory.ts';
import { loadMultilingualModel, openSentenceEncoder } from './multilingual-model.ts';
import { encodeNaively } from './naive-sentence-encoder.fixture.ts';
import { TokenTable } from './token-table.ts';

const modelsDir = fileURLToPath(new URL('../../../models/', import.meta.url));
const model = await loadMultilingualModel(modelsDir);
const encoder = openSentenceEncoder(model);

const texts = [
  'waterproof hiking boots for the rain',
  'Wasserdichte Wanderschuhe für Herren',
  '防水登山靴',
  'حذاء مشي مقاوم للماء',
  '무선 이어폰',
  'รองเท้าเดินป่า',
  'Кроссовки 42 размера',
  'L’Oréal Paris crème 50 ml',
  '☃☃ x☃',
  '',
];

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

test('SentenceEncoder.encode() equals the formulas without rounding to .9999', () => {
  const table = new TokenTable(openSync(model.rowsPath, 'r'), new ModelMemory(model.memory), 512);
  for (const text of ['防水登山靴', 'L’Oréal Paris crème', '☃☃ x☃', '']) {
    const expected = encodeNaively(new ModelMemory(model.memory), table, [...encoder.tokenize(text)]);
    const similarity = cosine(encoder.encode(text), expected);
    assert.ok(similarity > 0.9999, `${text}: ${similarity}`);
  }
});

test('SentenceEncoder.encode() places a translation nearer than another product', () => {
  const [english, german, chinese] = ['hiking boots', 'Wanderschuhe', '登山靴'].map((text) =>
    encoder.encode(text),
  );
  const other = encoder.encode('vanilla ice cream');
  for (const translation of [german!, chinese!])
    assert.ok(cosine(english!, translation) > 0.3 + cosine(other, translation));
});

test('SentenceEncoder reads at most 256 pieces of a text', () => {
  const long = 'boots '.repeat(5_000);
  assert.equal(encoder.tokenize(long).length, 256);
  assert.equal(encoder.tokenize(long).at(-1), 2);
  assert.ok(Math.abs(cosine(encoder.encode(long), encoder.encode(long)) - 1) < 1e-5);
});

test('encoders of two threads share the weights and give equal vectors', async () => {
  const program = `
    const { workerData, parentPort } = require('node:worker_threads');
    import(workerData.module).then(({ openSentenceEncoder }) => {
      const encoder = openSentenceEncoder(workerData.model);
      parentPort.postMessage(workerData.texts.map((text) => encoder.encode(text)));
    });`;
  const worker = new Worker(program, {
    eval: true,
    workerData: { module: new URL('./multilingual-model.ts', import.meta.url).href, model, texts },
  });
  const vectors = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  assert.deepEqual(
    vectors,
    texts.map((text) => encoder.encode(text)),
  );
});

test('loadMultilingualModel() rejects missing and damaged files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  try {
    await assert.rejects(loadMultilingualModel(folder));
    await cp(join(modelsDir, 'manifest.json'), join(folder, 'manifest.json'));
    await assert.rejects(loadMultilingualModel(folder), /restore them from the release/);
    await cp(join(modelsDir, 'multilingual'), join(folder, 'multilingual'), { recursive: true });
    await writeFile(join(folder, 'multilingual/encoder.bin'), 'x', { flag: 'a' });
    await assert.rejects(loadMultilingualModel(folder), /is damaged/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const published = fileURLToPath(new URL('../../../../shared/models/multilingual/', import.meta.url));

test(
  'SentenceEncoder has the pieces and the vectors of another implementation',
  { skip: existsSync(join(published, 'reference.json')) ? false : '../shared/models/multilingual is absent' },
  () => {
    const references = JSON.parse(readFileSync(join(published, 'reference.json'), 'utf8')) as {
      text: string;
      ids: number[];
      first8: number[];
    }[];
    for (const { text, ids, first8 } of references) {
      assert.deepEqual([...encoder.tokenize(text)], ids, text);
      const vector = encoder.encode(text);
      first8.forEach((value, i) => assert.ok(Math.abs(value - vector[i]!) < 5e-4, `${text} ${i}`));
    }
  },
);

/** Words of many scripts, with signs that are normalised, spaces, and signs without a piece. */
function* randomTexts(count: number): Generator<string> {
  const random = createRandom(20261129);
  const ranges = [
    [0x61, 0x7a],
    [0x41, 0x5a],
    [0x30, 0x39],
    [0xc0, 0x17f],
    [0x370, 0x3ff],
    [0x400, 0x45f],
    [0x5d0, 0x5ea],
    [0x620, 0x64a],
    [0xe01, 0xe4c],
    [0x900, 0x970],
    [0x3041, 0x30ff],
    [0x4e00, 0x5400],
    [0xac00, 0xb400],
    [0xff01, 0xff9f],
    [0x2000, 0x20cf],
    [0x2100, 0x218f],
    [0xfb00, 0xfb06],
    [0xfdf0, 0xfdfc],
    [0x300, 0x320],
    [0x1f300, 0x1f5ff],
    [0x20, 0x40],
  ] as const;
  for (let i = 0; i < count; i++) {
    const words = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
      const [first, last] = ranges[Math.floor(random() * ranges.length)]!;
      const length = 1 + Math.floor(random() * 9);
      return String.fromCodePoint(
        ...Array.from({ length }, () => first + Math.floor(random() * (last - first + 1))),
      );
    });
    yield words.join([' ', '', '  ', '\u3000'][Math.floor(random() * 4)]);
  }
}

const hasSentencePiece = ((): boolean => {
  try {
    execFileSync('python3', ['-c', 'import sentencepiece'], { stdio: 'ignore' });
    return existsSync(join(published, 'sp.model'));
  } catch {
    return false;
  }
})();

test(
  'UnigramTokenizer has the pieces of SentencePiece for texts of all scripts',
  {
    skip: hasSentencePiece ? false : 'SentencePiece for Python and ../shared/models/multilingual are absent',
  },
  () => {
    const all = [...texts.filter((text) => text !== ''), ...randomTexts(2_000)];
    const program =
      'import sys, json, sentencepiece\n' +
      'model = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])\n' +
      'print(json.dumps([model.encode(text) for text in json.load(sys.stdin)]))';
    const output = execFileSync('python3', ['-c', program, join(published, 'sp.model')], {
      input: JSON.stringify(all),
      maxBuffer: 1e8,
    });
    const expected = JSON.parse(output.toString('utf8')) as number[][];
    all.forEach((text, i) => {
      const pieces = [...encoder.tokenize(text)].slice(1, -1);
      assert.deepEqual(pieces, expected[i]!.length === 0 ? [0] : expected[i], JSON.stringify(text));
    });
  },
);
