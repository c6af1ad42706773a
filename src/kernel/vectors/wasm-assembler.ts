/**
 * A minimal WebAssembly assembler for the vector kernels. An instruction with its operands is one expression, written
 * like a call; its code is a list of bytes: operands first, then the opcode (WebAssembly core specification 2.0,
 * chapter 5).
 */
export type Code = readonly number[];

export interface WasmFunction {
  readonly name: string;
  /** All parameters are i32; there is no result. */
  readonly parameterCount: number;
  /** Locals after the parameters, in the order of their numbers: first i32, then i64, then v128. */
  readonly i32Count: number;
  readonly i64Count: number;
  readonly v128Count: number;
  readonly body: Code;
}

const typeI32 = 0x7f;
const typeI64 = 0x7e;
const typeV128 = 0x7b;
const simdPrefix = 0xfd;
const noResult = 0x40;

/** Unsigned LEB128. */
function u32(value: number): Code {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Signed LEB128. */
function s32(value: number): Code {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

const list = (items: readonly Code[]): Code => [...u32(items.length), ...items.flat()];
const sized = (content: Code): Code => [...u32(content.length), ...content];
const text = (value: string): Code => sized([...Buffer.from(value)]);
const simd = (opcode: number): Code => [simdPrefix, ...u32(opcode)];

// Alignment is only a hint, which common engines ignore: 0 is always valid.
const memory = (opcode: Code, offset: number, ...operands: Code[]): Code => [
  ...operands.flat(),
  ...opcode,
  0,
  ...u32(offset),
];
const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];

export const sequence = (...codes: Code[]): Code => codes.flat();
export const get = (local: number): Code => [0x20, ...u32(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...u32(local)];
/** Runs the body, and repeats it while `condition` is not 0 afterwards. */
export const repeatWhile = (condition: Code, ...body: Code[]): Code => [
  0x03,
  noResult,
  ...body.flat(),
  ...condition,
  0x0d,
  0,
  0x0b,
];

export const i32Const = (value: number): Code => [0x41, ...s32(value)];
export const i32Add = binary(0x6a);
export const i32LessThan = binary(0x49);
export const i32Load = (address: Code, offset = 0): Code => memory([0x28], offset, address);
export const i32Store16 = (address: Code, value: Code): Code => memory([0x3b], 0, address, value);
export const i32WrapI64 = (value: Code): Code => [...value, 0xa7];

export const i64Load = (address: Code, offset = 0): Code => memory([0x29], offset, address);
export const i64Add = binary(0x7c);
export const i64Xor = binary(0x85);
export const i64PopCount = (value: Code): Code => [...value, 0x7b];

export const v128Zero: Code = [...simd(0x0c), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
export const v128Load = (address: Code, offset = 0): Code => memory(simd(0x00), offset, address);
/** Eight int8 as eight int16. */
export const v128Load8x8S = (address: Code, offset = 0): Code => memory(simd(0x01), offset, address);
export const v128Store = (address: Code, value: Code): Code => memory(simd(0x0b), 0, address, value);
/** Eight products of int16, added in pairs to four int32. */
export const i32x4DotI16x8S = binary(...simd(0xba));
export const i32x4Add = binary(...simd(0xae));
/** Selects sixteen bytes from the 32 of both operands. */
export const i8x16Shuffle = (lanes: readonly number[], a: Code, b: Code): Code => [
  ...a,
  ...b,
  ...simd(0x0d),
  ...lanes,
];

/** A module of functions over the memory imported as `m.m`; each function is exported by its name. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: Code): Code => [id, ...sized(content)];
  const types = functions.map(({ parameterCount }) => [
    0x60,
    ...list(Array.from({ length: parameterCount }, () => [typeI32])),
    0,
  ]);
  const bodies = functions.map(({ i32Count, i64Count, v128Count, body }) => {
    const locals = [
      [...u32(i32Count), typeI32],
      [...u32(i64Count), typeI64],
      [...u32(v128Count), typeV128],
    ];
    return sized([...list(locals), ...body, 0x0b]);
  });
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, list(types)),
    ...section(2, list([[...text('m'), ...text('m'), 0x02, 0x00, 1]])),
    ...section(3, list(functions.map((_, index) => u32(index)))),
    ...section(7, list(functions.map(({ name }, index) => [...text(name), 0x00, ...u32(index)]))),
    ...section(10, list(bodies)),
  ]);
}
