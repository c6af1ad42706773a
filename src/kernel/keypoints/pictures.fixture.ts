import { createRandom } from '../../lib/seeded-random.ts';
import { blurPicture, type GreyPicture } from './grey-picture.ts';
import { cos, sin } from '../../math/trigonometry.ts';

/** A picture of discs and bars of random size, place and grey, like a printed package. */
export function printedPicture(side: number, seed: number): GreyPicture {
  const random = createRandom(seed);
  const data = new Float32Array(side * side).fill(128);
  for (let shape = 0; shape < 60; shape++) {
    const [x0, y0] = [random() * side, random() * side];
    const [width, height] = [(0.02 + 0.06 * random()) * side, (0.02 + 0.06 * random()) * side];
    const isDisc = random() < 0.5;
    const grey = random() * 255;
    for (let i = 0; i < data.length; i++) {
      const [x, y] = [((i % side) - x0) / width, (Math.floor(i / side) - y0) / height];
      if (isDisc ? x * x + y * y < 1 : Math.abs(x) < 1 && Math.abs(y) < 1) data[i] = grey;
    }
  }
  return blurPicture({ width: side, height: side, data }, 0.8);
}

/** How a picture appears in a photo: turned by an angle, scaled around its centre, with noise of this standard deviation. */
export interface Appearance {
  readonly angle?: number;
  readonly scale?: number;
  readonly noise?: number;
}

/** A photo of a picture on even grey. */
export function photoOf(
  picture: GreyPicture,
  side: number,
  { angle = 0, scale = 1, noise = 0 }: Appearance,
): GreyPicture {
  const random = createRandom(7);
  const data = new Float32Array(side * side);
  for (let i = 0; i < data.length; i++) {
    const [u, v] = [((i % side) - side / 2) / scale, (Math.floor(i / side) - side / 2) / scale];
    const x = cos(angle) * u + sin(angle) * v + picture.width / 2;
    const y = cos(angle) * v - sin(angle) * u + picture.height / 2;
    // The sum of twelve uniform numbers is about normal.
    const deviation = Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
    data[i] = Math.min(255, Math.max(0, sampleOf(picture, x, y) + noise * deviation));
  }
  return { width: side, height: side, data };
}

function sampleOf({ width, height, data }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 90;
  const at = top * width + left;
  const above = data[at]! + (x - left) * (data[at + 1]! - data[at]!);
  const below = data[at + width]! + (x - left) * (data[at + width + 1]! - data[at + width]!);
  return above + (y - top) * (below - above);
}
