// Makes the files of the multilingual text model from those of its publisher: `npm run multilingual-model -- FOLDER`, where the folder has
// `sp.model` (the pieces, a protobuf of SentencePiece) and `weights.npz` (NumPy arrays), as in models/README.md.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDoubleArray } from './multilingual/double-array-builder.ts';
import { codeLengths, encodeRows } from './multilingual/huffman-rows.ts';
import { readNumpyArchive, type NumpyArray } from './multilingual/numpy-archive.ts';
import { SectionWriter } from './multilingual/section-writer.ts';
import { readPieces } from './multilingual/sentence-pieces.ts';
import { tableCount } from '../src/encoders/multilingual/token-table.ts';
import { branchWidths } from '../src/encoders/multilingual/sentence-encoder.ts';

const into = fileURLToPath(new URL('../models/multilingual/', import.meta.url));

/** Adds a matrix as int8 with a row an output, and the factor of its numbers. */
function addMatrix(sections: SectionWriter, name: string, { shape, data }: NumpyArray): void {
  const [inputs, outputs] = shape as [number, number];
  const largest = data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const step = Math.fround(largest / 127);
  const codes = new Int8Array(inputs * outputs);
  for (let input = 0; input < inputs; input++)
    for (let output = 0; output < outputs; output++) {
      const value = data[input * outputs + output]!;
      const code = Math.round(value / step);
      if (Math.abs(code * step - value) > 1e-3 * step) throw new Error(`${name} is not a matrix of 8 bits`);
      codes[output * inputs + input] = code;
    }
  sections.add(name, codes);
  sections.add(`${name}.step`, Float32Array.of(step));
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder with sp.model and weights.npz');
const { pieces, characterMap } = readPieces(readFileSync(join(folder, 'sp.model')));
const arrays = readNumpyArchive(readFileSync(join(folder, 'weights.npz')));
const array = (name: string): NumpyArray => {
  const found = arrays.get(name);
  if (found === undefined) throw new Error(`weights.npz has no ${name}`);
  return found;
};

const sections = new SectionWriter();
sections.add('characterMap', characterMap);
const strings = pieces.flatMap(({ text, isText }, id) => (isText ? [{ bytes: text, value: id }] : []));
sections.add('pieces', buildDoubleArray(strings));
sections.add(
  'scores',
  Float32Array.from(pieces, ({ score }) => score),
);
const tables = Array.from({ length: tableCount }, (_, i) => array(`q${i + 1}`));
const [, dimensions] = tables[0]!.shape as [number, number];
const lengths = tables.map(({ data }) => codeLengths(data));
const rows = encodeRows(tables, lengths, dimensions, pieces.length);
sections.add('rowOffsets', rows.offsets);
sections.add('codeLengths', Uint8Array.from(lengths.flatMap((one) => [...one])));
sections.add('scales', Float32Array.from(array('scale').data));
sections.add('lowest', Float32Array.from(array('lo').data));
for (const n of branchWidths) {
  addMatrix(sections, `proj${n}`, array(`proj${n}`));
  addMatrix(sections, `w1_${n}`, array(`w1_${n}`));
  addMatrix(sections, `w2_${n}`, array(`w2_${n}`));
  for (const name of ['proj_b', 'ln_g', 'ln_b', 'b1_', 'b2_'])
    sections.add(`${name}${n}`, Float32Array.from(array(`${name}${n}`).data));
}
for (const name of ['cnn_W', 'd0', 'd1', 'p1', 'd2', 'p3', 'd3']) addMatrix(sections, name, array(name));
for (const name of ['ln_g', 'ln_b', 'cnn_b']) sections.add(name, Float32Array.from(array(name).data));

mkdirSync(into, { recursive: true });
for (const [name, bytes] of [
  ['encoder.bin', sections.toFile()],
  ['rows.bin', rows.bytes],
] as const) {
  writeFileSync(join(into, name), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(`${name}: ${bytes.length} bytes, SHA-256 ${sha256}\n`);
}
