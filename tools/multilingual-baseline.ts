// Makes the similarity baseline of the multilingual text model: `npm run multilingual-baseline` embeds the words of
// `multilingual/baseline-words.ts`. Its SHA-256 belongs into models/manifest.json.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baselineWords } from './multilingual/baseline-words.ts';
import { SectionWriter } from './multilingual/section-writer.ts';
import {
  loadMultilingualModel,
  openSentenceEncoder,
} from '../src/encoders/multilingual/multilingual-model.ts';

/** The share of pairs of words that are nearer than `betweenBaselineWords`. */
const nearPairsShare = 0.025;
const int8Max = 127;

const models = fileURLToPath(new URL('../models/', import.meta.url));
const encoder = openSentenceEncoder(await loadMultilingualModel(models));
const sections = new SectionWriter();
const languages = [...baselineWords].map(([language, words]) => {
  const rows = words.map((word) => quantise(encoder.encode(word)));
  return { language, words, vectors: rows, between: nearPairs(rows) };
});
const words = Object.fromEntries(
  languages.map((one) => [one.language, one.words.map((word) => word.toLowerCase())]),
);
sections.add('words', new TextEncoder().encode(JSON.stringify(words)));
sections.add(
  'between',
  Float32Array.from(languages, ({ between }) => between),
);
const vectors = languages.flatMap((one) => one.vectors);
sections.add(
  'steps',
  Float32Array.from(vectors, ({ step }) => step),
);
// The rows are last, so that the rest is read without them.
sections.add('rows', Int8Array.from(vectors.flatMap(({ codes }) => [...codes])));

const bytes = sections.toFile();
writeFileSync(join(models, 'multilingual/baseline.bin'), bytes);
const sha256 = createHash('sha256').update(bytes).digest('hex');
process.stdout.write(`baseline.bin: ${bytes.length} bytes, SHA-256 ${sha256}\n`);
for (const { language, between } of languages) process.stdout.write(`${language} ${between.toFixed(3)}\n`);

interface QuantisedVector {
  readonly codes: Int8Array;
  /** A number is its code times this. */
  readonly step: number;
}

function quantise(vector: Float32Array): QuantisedVector {
  const step = Math.fround(vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / int8Max);
  return { codes: Int8Array.from(vector, (value) => Math.round(value / step)), step };
}

/** The cosine that one in forty pairs of words exceeds. */
function nearPairs(vectors: readonly QuantisedVector[]): number {
  const cosines = vectors.flatMap((a, i) =>
    vectors
      .slice(i + 1)
      .map((b) => a.codes.reduce((sum, code, at) => sum + code * b.codes[at]!, 0) * a.step * b.step),
  );
  return cosines.toSorted((a, b) => b - a)[Math.ceil(cosines.length * nearPairsShare) - 1]!;
}
