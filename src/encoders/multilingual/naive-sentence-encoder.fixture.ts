import { exp } from '../../math/exponential.ts';
import type { ModelMemory } from './model-memory.ts';
import { branchWidths } from './sentence-encoder.ts';
import type { TokenTable } from './token-table.ts';

type Vector = readonly number[];

/** The network of `SentenceEncoder` as its formulas stand, in float64 and without rounding of activations. */
export function encodeNaively(model: ModelMemory, table: TokenTable, ids: readonly number[]): number[] {
  const vector = (name: string): number[] => [...model.float32(name)];
  const multiply = (x: Vector, name: string): number[] => {
    const { at, length } = model.section(name);
    const weights = new Int8Array(model.memory.buffer, at, length);
    const [step] = model.float32(`${name}.step`);
    return Array.from({ length: length / x.length }, (_, output) =>
      x.reduce((sum, value, input) => sum + value * weights[output * x.length + input]! * step!, 0),
    );
  };
  const embeddings = ids.map((id) => {
    const row = new Float32Array(512);
    table.read(id, row, 0);
    return [...row];
  });
  const projections = embeddings.map((e) =>
    normalise(
      branchWidths.flatMap((n) => add(multiply(e, `proj${n}`), vector(`proj_b${n}`))),
      branchWidths.flatMap((n) => vector(`ln_g${n}`)),
      branchWidths.flatMap((n) => vector(`ln_b${n}`)),
    ),
  );
  const outputs = branchWidths.map((n, branch) => {
    const before = { 2: 0, 3: 1, 5: 2 }[n];
    const convolve = (rows: readonly Vector[], layer: number): number[][] =>
      rows.map((row, at) => {
        const window = Array.from({ length: n }, (_, i) => rows[at - before + i] ?? row.map(() => 0)).flat();
        return add(row, relu(add(multiply(window, `w${layer}_${n}`), vector(`b${layer}_${n}`))));
      });
    return convolve(
      convolve(
        projections.map((row) => row.slice(branch * 256, branch * 256 + 256)),
        1,
      ),
      2,
    );
  });
  const features = embeddings.map((e, at) =>
    normalise([...e, ...outputs.flatMap((rows) => rows[at]!)], vector('ln_g'), vector('ln_b')),
  );
  const count = ids.length;
  const pooled = add(
    multiply(features.reduce(add), 'cnn_W'),
    vector('cnn_b').map((x) => x * count),
  ).map((x) => x / Math.sqrt(count));
  const first = relu(multiply(pooled, 'd0'));
  const second = relu(add(multiply(pooled, 'p1'), multiply(first, 'd1')));
  const third = relu(multiply(second, 'd2'));
  const output = add(multiply(second, 'p3'), multiply(third, 'd3')).map((x) => 1 - 2 / (exp(2 * x) + 1));
  const length = Math.sqrt(output.reduce((sum, x) => sum + x * x, 0));
  return output.map((x) => x / length);
}

const add = (a: Vector, b: Vector): number[] => a.map((x, i) => x + b[i]!);
const relu = (x: Vector): number[] => x.map((value) => Math.max(0, value));

function normalise(x: Vector, gain: Vector, bias: Vector): number[] {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
  return x.map((value, i) => ((value - mean) / Math.sqrt(variance + 1e-12)) * gain[i]! + bias[i]!);
}
