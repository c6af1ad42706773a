import {
  assemble,
  get,
  i32Add,
  i32Const,
  i32LessThan,
  i32Load,
  i32Store16,
  i32WrapI64,
  i32x4Add,
  i32x4DotI16x8S,
  i64Add,
  i64Load,
  i64PopCount,
  i64Xor,
  i8x16Shuffle,
  repeatWhile,
  sequence,
  set,
  v128Load,
  v128Load8x8S,
  v128Store,
  v128Zero,
  type Code,
  type WasmFunction,
} from './wasm-assembler.ts';

/** Row lengths are multiples of this many bytes. */
export const rowBytesStep = 64;
/** Rows per step of `dots`: each part of the query is read once for all of them. */
export const rowsPerGroup = 4;

/** The kernels over one memory. Addresses are bytes and are not checked. */
export interface SimdKernels {
  /**
   * Dot products of rows of int8 with a query of int16, exact in int32. `list` to `listEnd`: the addresses of the
   * rows, four bytes each, a multiple of four rows and at least four. `query` to `queryEnd`: as many numbers as a row
   * has. The products are written to `out`, four bytes each.
   */
  readonly dots: (list: number, listEnd: number, query: number, queryEnd: number, out: number) => void;
  /** The number of bits in which rows, one after the other and at least one, differ from the query's: two bytes each. */
  readonly distances: (bits: number, bitsEnd: number, query: number, out: number) => void;
}

/** The kernels for rows of `rowBytes` numbers, or as many bits, over a memory. */
export function simdKernels(rowBytes: number, memory: WebAssembly.Memory): SimdKernels {
  let module = modules.get(rowBytes);
  if (module === undefined) {
    module = new WebAssembly.Module(assemble([dotsFunction(), distancesFunction(rowBytes / 8)]));
    modules.set(rowBytes, module);
  }
  return new WebAssembly.Instance(module, { m: { m: memory } }).exports as unknown as SimdKernels;
}

/** Compiled once per row length. */
const modules = new Map<number, WebAssembly.Module>();

function dotsFunction(): WasmFunction {
  const [list, listEnd, query, queryEnd, out, at] = [0, 1, 2, 3, 4, 5];
  const rows = [6, 7, 8, 9];
  const sums = [10, 11, 12, 13];
  const [low, high] = [14, 15];
  const addDots = (sum: number, part: number, row: number, offset: number): Code =>
    set(sum, i32x4Add(get(sum), i32x4DotI16x8S(get(part), v128Load8x8S(get(row), offset))));
  const steps: Code[] = [];
  for (let offset = 0; offset < rowBytesStep; offset += 16) {
    steps.push(set(low, v128Load(get(at), offset * 2)), set(high, v128Load(get(at), offset * 2 + 16)));
    rows.forEach((row, r) => {
      steps.push(addDots(sums[r]!, low, row, offset), addDots(sums[r]!, high, row, offset + 8));
    });
  }
  const body = repeatWhile(
    i32LessThan(get(list), get(listEnd)),
    ...rows.map((row, r) => set(row, i32Load(get(list), r * 4))),
    ...sums.map((sum) => set(sum, v128Zero)),
    set(at, get(query)),
    repeatWhile(
      i32LessThan(get(at), get(queryEnd)),
      ...steps,
      ...rows.map((row) => set(row, i32Add(get(row), i32Const(rowBytesStep)))),
      set(at, i32Add(get(at), i32Const(rowBytesStep * 2))),
    ),
    v128Store(get(out), sumsOfEach(sums.map(get))),
    set(out, i32Add(get(out), i32Const(rowsPerGroup * 4))),
    set(list, i32Add(get(list), i32Const(rowsPerGroup * 4))),
  );
  return { name: 'dots', parameterCount: 5, i32Count: 5, i64Count: 0, v128Count: 6, body };
}

/** One vector with the sums over each of four, by two rounds of adding halves. */
function sumsOfEach(vectors: readonly Code[]): Code {
  const [a, b, c, d] = vectors as [Code, Code, Code, Code];
  const even = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
  const odd = even.map((lane) => lane + 4);
  const halves = (x: Code, y: Code): Code => i32x4Add(i8x16Shuffle(even, x, y), i8x16Shuffle(odd, x, y));
  return halves(halves(a, b), halves(c, d));
}

/** One instruction counts 64 bits, which no vector instruction of WebAssembly does as fast. */
function distancesFunction(bytes: number): WasmFunction {
  const [bits, bitsEnd, query, out] = [0, 1, 2, 3];
  const part = (offset: number): Code =>
    i64PopCount(i64Xor(i64Load(get(bits), offset), i64Load(get(query), offset)));
  let sum = part(0);
  for (let offset = 8; offset < bytes; offset += 8) sum = i64Add(sum, part(offset));
  const body = sequence(
    repeatWhile(
      i32LessThan(get(bits), get(bitsEnd)),
      i32Store16(get(out), i32WrapI64(sum)),
      set(out, i32Add(get(out), i32Const(2))),
      set(bits, i32Add(get(bits), i32Const(bytes))),
    ),
  );
  return { name: 'distances', parameterCount: 4, i32Count: 0, i64Count: 0, v128Count: 0, body };
}
