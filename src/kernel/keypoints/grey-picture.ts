/** A picture of one channel, of 0 to 255, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Convolves with a Gaussian of `sigma` pixels, in two passes; beyond its edges, a picture continues with their pixels. */
export function blurred({ width, height, data }: GreyPicture, sigma: number): GreyPicture {
  const kernel = gaussian(sigma);
  const rows = blurredRows({ width, height, data }, kernel);
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const at = y * width;
    const centre = kernel[0]!;
    for (let x = 0; x < width; x++) out[at + x] = centre * rows[at + x]!;
    for (let i = 1; i < kernel.length; i++) {
      const above = Math.max(0, y - i) * width;
      const below = Math.min(height - 1, y + i) * width;
      const weight = kernel[i]!;
      for (let x = 0; x < width; x++) out[at + x]! += weight * (rows[above + x]! + rows[below + x]!);
    }
  }
  return { width, height, data: out };
}

/** Every other pixel of every other row. */
export function halved({ width, height, data }: GreyPicture): GreyPicture {
  const half = { width: width >> 1, height: height >> 1 };
  const pixels = new Float32Array(half.width * half.height);
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) pixels[to++] = data[2 * y * width + 2 * x]!;
  }
  return { ...half, data: pixels };
}

function blurredRows({ width, height, data }: GreyPicture, kernel: Float64Array): Float32Array {
  const radius = kernel.length - 1;
  const padded = new Float32Array(width + 2 * radius);
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const at = y * width;
    padded.fill(data[at]!, 0, radius);
    padded.set(data.subarray(at, at + width), radius);
    padded.fill(data[at + width - 1]!, radius + width);
    for (let x = 0; x < width; x++) {
      let sum = kernel[0]! * padded[x + radius]!;
      for (let i = 1; i <= radius; i++)
        sum += kernel[i]! * (padded[x + radius - i]! + padded[x + radius + i]!);
      rows[at + x] = sum;
    }
  }
  return rows;
}

/** The right half of a Gaussian from its centre; both halves have a sum of 1. */
function gaussian(sigma: number): Float64Array {
  const radius = Math.max(1, Math.ceil(3 * sigma));
  const kernel = Float64Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp(-(i * i) / (2 * sigma * sigma)),
  );
  const sum = 2 * kernel.reduce((total, weight) => total + weight, 0) - kernel[0]!;
  return kernel.map((weight) => weight / sum);
}
