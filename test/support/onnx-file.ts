// Writes minimal ONNX models: Protocol Buffers with six kinds of messages.

type Field = readonly [number: number, value: number | string | Uint8Array];

const float32 = 1;
const uint8 = 2;
const int8 = 3;
const int32 = 6;

/**
 * An image model for tests: input `pixel_values` [1, 3, 64, 64], output the means of a 4 x 4 grid as a vector of 48 numbers
 * with this name.
 */
export function gridModel(output: string): Uint8Array {
  const ints = (name: string, values: readonly number[]): Uint8Array =>
    message([[1, name], ...values.map((value): Field => [8, value]), [20, 7]]);
  const pool = message([
    [1, 'pixel_values'],
    [2, 'cells'],
    [4, 'AveragePool'],
    [5, ints('kernel_shape', [16, 16])],
    [5, ints('strides', [16, 16])],
  ]);
  const flatten = message([
    [1, 'cells'],
    [2, output],
    [4, 'Flatten'],
  ]);
  return model([
    [1, pool],
    [1, flatten],
    [2, 'grid'],
    [11, tensor('pixel_values', float32, [1, 3, 64, 64])],
    [12, tensor(output, float32, [1, 48])],
  ]);
}

/** The product of the matrices `a` (uint8) and `b` (int8), both of `side` rows and columns, as `product` (int32). */
export function integerProductModel(side: number): Uint8Array {
  const product = message([
    [1, 'a'],
    [1, 'b'],
    [2, 'product'],
    [4, 'MatMulInteger'],
  ]);
  return model([
    [1, product],
    [2, 'product'],
    [11, tensor('a', uint8, [side, side])],
    [11, tensor('b', int8, [side, side])],
    [12, tensor('product', int32, [side, side])],
  ]);
}

function model(graph: readonly Field[]): Uint8Array {
  const opset = message([[2, 13]]);
  return message([
    [1, 8],
    [7, message(graph)],
    [8, opset],
  ]);
}

/** The name, element type and shape of an input or output. */
function tensor(name: string, type: number, shape: readonly number[]): Uint8Array {
  const dimensions = message(shape.map((size): Field => [1, message([[1, size]])]));
  const ofTensor = message([
    [
      1,
      message([
        [1, type],
        [2, dimensions],
      ]),
    ],
  ]);
  return message([
    [1, name],
    [2, ofTensor],
  ]);
}

/** Encodes fields: numbers as varints, all others with their length. */
function message(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number')
      return Buffer.from([...variableLength(number << 3), ...variableLength(value)]);
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    return Buffer.concat([
      Buffer.from([...variableLength((number << 3) | 2), ...variableLength(bytes.length)]),
      bytes,
    ]);
  });
  return Buffer.concat(parts);
}

function variableLength(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}
