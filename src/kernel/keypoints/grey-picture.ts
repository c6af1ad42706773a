import {
  growTo,
  kernelScratch,
  allocateRowMemory,
  rowBytesStep,
  simdKernels,
} from '../vectors/simd-kernels.ts';
import { exp } from '../../math/exponential.ts';

/** A picture of one channel, of 0 to 255, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

const floatBytes = 4;
/** Working memory for the rows of a picture of 560 x 560 pixels. */
const memory = allocateRowMemory(2 ** 21);
const { weightedSums } = simdKernels(memory);

/** Convolves with a Gaussian of `sigma` pixels, in two passes; beyond its edges, a picture continues with their pixels. */
export function blurPicture({ width, height, data }: GreyPicture, sigma: number): GreyPicture {
  const kernel = createGaussianKernel(sigma);
  const radius = kernel.length - 1;
  const rowBytes = alignBytes(width * floatBytes);
  // The memory has a row with a margin on each side, a row of the result, then the rows after the first pass.
  const sumsAt = alignBytes(2 * radius * floatBytes) + rowBytes;
  const rowsAt = sumsAt + rowBytes;
  growTo(memory, rowsAt + height * rowBytes);
  const padded = new Float32Array(memory.buffer, 0, width + 2 * radius);
  const sums = new Float32Array(memory.buffer, sumsAt, width);
  const acrossEnd = listPairs(kernel, (shift) => (radius + shift) * floatBytes);
  for (let y = 0; y < height; y++) {
    const at = y * width;
    padded.fill(data[at]!, 0, radius);
    padded.set(data.subarray(at, at + width), radius);
    padded.fill(data[at + width - 1]!, radius + width);
    const rowAt = rowsAt + y * rowBytes;
    weightedSums(kernelScratch.listAt, acrossEnd, rowAt, rowAt + rowBytes);
  }
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const end = listPairs(kernel, (shift) => rowsAt + clampRow(y + shift, height) * rowBytes);
    weightedSums(kernelScratch.listAt, end, sumsAt, sumsAt + rowBytes);
    out.set(sums, y * width);
  }
  return { width, height, data: out };
}

/** Lists the pairs of rows at equal distances, whose addresses are given by shift, with their weights; returns the end of the list. */
function listPairs(kernel: Float64Array, getAddress: (shift: number) => number): number {
  const { list, listAt, listWeights } = kernelScratch;
  for (let i = 0; i < kernel.length; i++) {
    list[3 * i] = getAddress(-i);
    list[3 * i + 1] = getAddress(i);
    // The centre is paired with itself.
    listWeights[3 * i + 2] = i === 0 ? kernel[0]! / 2 : kernel[i]!;
  }
  return listAt + 3 * kernel.length * floatBytes;
}

function alignBytes(bytes: number): number {
  return Math.ceil(bytes / rowBytesStep) * rowBytesStep;
}

function clampRow(row: number, height: number): number {
  return Math.min(height - 1, Math.max(0, row));
}

/** Halves a picture, by every other pixel of every other row. */
export function halvePicture({ width, height, data }: GreyPicture): GreyPicture {
  const half = { width: width >> 1, height: height >> 1 };
  const pixels = new Float32Array(half.width * half.height);
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) pixels[to++] = data[2 * y * width + 2 * x]!;
  }
  return { ...half, data: pixels };
}

/** The right half of a Gaussian from its centre; both halves have a sum of 1. */
function createGaussianKernel(sigma: number): Float64Array {
  const radius = Math.max(1, Math.ceil(3 * sigma));
  const kernel = Float64Array.from({ length: radius + 1 }, (_, i) => exp(-(i * i) / (2 * sigma * sigma)));
  const sum = 2 * kernel.reduce((total, weight) => total + weight, 0) - kernel[0]!;
  return kernel.map((weight) => weight / sum);
}
