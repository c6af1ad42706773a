/**
 * ONNX Runtime without telemetry: its published builds for Linux and macOS store a machine id, count sessions, and
 * send that to the vendor. The library reads the variable at its first session, so it must only be imported from
 * here.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

import { InferenceSession, Tensor } from 'onnxruntime-node';

export { Tensor };
export type { InferenceSession };

/** Whether integer products of this processor saturate; computed once. */
let saturates: Promise<boolean> | null = null;

/**
 * Opens a session that computes the same vectors on every x86-64 processor. With `isUnoptimised` it fuses no operators and
 * computes the arithmetic of the model file itself, for reference vectors. `isSaturating` describes the processor; by default, it is detected.
 */
export async function openSession(
  bytes: Uint8Array,
  options: { readonly isUnoptimised?: boolean; readonly isSaturating?: boolean } = {},
): Promise<InferenceSession> {
  const { isUnoptimised = false, isSaturating = await isProcessorSaturating() } = options;
  return await InferenceSession.create(bytes, {
    ...createSessionOptions(isSaturating, 1),
    ...(isUnoptimised ? { graphOptimizationLevel: 'disabled' } : {}),
  });
}

/**
 * Returns the options of every session. `threads` is the number of cores by default.
 *
 * Without the instructions VNNI, x86-64 processors multiply unsigned by signed bytes in pairs whose 16-bit sum saturates: features of
 * the image model then have a cosine of .92 with the exact ones, .69 at worst. The entry makes the weights unsigned, whose
 * products are exact: the vectors are then those of VNNI to the bit. With VNNI (and on ARM, whose products are exact) it
 * would change nothing and take 2.5 times as long.
 */
export function createSessionOptions(
  isSaturating: boolean,
  threads?: number,
): InferenceSession.SessionOptions {
  return {
    // A block of memory for each shape of inputs is kept otherwise, which is not faster (docs/internals/experiments/memory.md).
    enableMemPattern: false,
    ...(threads === undefined ? {} : { intraOpNumThreads: threads, interOpNumThreads: threads }),
    ...(isSaturating ? { extra: { session: { x64quantprecision: '1' } } } : {}),
  };
}

/** Whether ONNX Runtime's products of unsigned and signed bytes saturate on this processor. Takes a few milliseconds, once. */
export function isProcessorSaturating(): Promise<boolean> {
  return (saturates ??= multiplyLargestBytes().then((products) => products[0]! !== 4 * 255 * 127));
}

/** `integerProductModel(4)` of test/support/onnx-file.ts: the product of a matrix of unsigned and one of signed bytes. */
const productModel =
  'CAg6bgoeCgFhCgFiEgdwcm9kdWN0Ig1NYXRNdWxJbnRlZ2VyEgdwcm9kdWN0WhMKAWESDgoMCAISCAoCCAQKAggEWhMKAWISDgoMCAMSCAoCCAQKAggEYhkKB3Byb2R1Y3QSDgoMCAYSCAoCCAQKAggEQgIQDQ==';

/** The product of two 4 x 4 matrices of the largest unsigned and signed bytes. */
async function multiplyLargestBytes(): Promise<Int32Array> {
  const threads = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const session = await InferenceSession.create(Buffer.from(productModel, 'base64'), threads);
  try {
    const { product } = await session.run({
      a: new Tensor('uint8', new Uint8Array(16).fill(255), [4, 4]),
      b: new Tensor('int8', new Int8Array(16).fill(127), [4, 4]),
    });
    return product!.data as Int32Array;
  } finally {
    await session.release();
  }
}
