import type { Raster } from './pixels.ts';
import type { Random } from '../../lib/seeded-random.ts';
import { drawBetween } from './seeded-random.ts';
import { cos, sin } from '../../math/trigonometry.ts';

/**
 * Paints a random background as in a phone photo: a few octaves of value noise, stretched in some direction, blended
 * between three colours. `side` x `side` RGB.
 */
export function paintTexture(side: number, random: Random): Uint8Array {
  const data = new Uint8Array(side * side * 3);
  const palette = [drawColour(random), drawColour(random), drawColour(random)] as const;
  const noise = [drawLattice(random), drawLattice(random), drawLattice(random)] as const;
  const cells = drawBetween(random, 1.5, 12);
  const stretch = drawBetween(random, 0.3, 3);
  const angle = drawBetween(random, 0, Math.PI);
  const roughness = drawBetween(random, 0.2, 0.7);
  const cosine = cos(angle);
  const sine = sin(angle);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const u = ((x * cosine + y * sine) / side) * cells;
      const v = ((y * cosine - x * sine) / side) * cells * stretch;
      const coarse = computeValueNoise(noise[0], u, v);
      const middle = computeValueNoise(noise[1], u * 3, v * 3);
      const fine = computeValueNoise(noise[2], u * 9, v * 9);
      const sum = coarse + roughness * middle + roughness * roughness * fine;
      const t = (sum / (1 + roughness + roughness * roughness)) * 2;
      const from = t < 1 ? palette[0] : palette[1];
      const to = t < 1 ? palette[1] : palette[2];
      const share = t < 1 ? t : t - 1;
      const at = (y * side + x) * 3;
      for (let c = 0; c < 3; c++) data[at + c] = from[c]! + (to[c]! - from[c]!) * share;
    }
  }
  return data;
}

/** A random square part of a picture, at least a third of its shorter side, scaled to `side` x `side` RGB. */
export function cropTexture(raster: Raster, side: number, random: Random): Uint8Array {
  const partSide = Math.min(raster.width, raster.height) * drawBetween(random, 1 / 3, 1);
  const left = drawBetween(random, 0, raster.width - partSide);
  const top = drawBetween(random, 0, raster.height - partSide);
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    const sourceY = Math.min(raster.height - 1, Math.floor(top + (y / side) * partSide));
    for (let x = 0; x < side; x++) {
      const sourceX = Math.min(raster.width - 1, Math.floor(left + (x / side) * partSide));
      const from = (sourceY * raster.width + sourceX) * 3;
      const to = (y * side + x) * 3;
      for (let c = 0; c < 3; c++) data[to + c] = raster.data[from + c]!;
    }
  }
  return data;
}

function drawColour(random: Random): readonly [number, number, number] {
  // Rooms are mostly grey and brown: a brightness with a slight tint.
  const brightness = drawBetween(random, 20, 235);
  const drawTint = (): number => Math.max(0, Math.min(255, brightness + drawBetween(random, -45, 45)));
  return [drawTint(), drawTint(), drawTint()];
}

const latticeSide = 16;

function drawLattice(random: Random): Float32Array {
  return Float32Array.from({ length: latticeSide * latticeSide }, () => random());
}

/** Bilinear noise with smoothed steps on a periodic lattice. */
function computeValueNoise(lattice: Float32Array, u: number, v: number): number {
  const x = Math.floor(u);
  const y = Math.floor(v);
  const sx = smoothStep(u - x);
  const sy = smoothStep(v - y);
  const mask = latticeSide - 1;
  const row = (y & mask) * latticeSide;
  const next = ((y + 1) & mask) * latticeSide;
  const top = lattice[row + (x & mask)]! * (1 - sx) + lattice[row + ((x + 1) & mask)]! * sx;
  const bottom = lattice[next + (x & mask)]! * (1 - sx) + lattice[next + ((x + 1) & mask)]! * sx;
  return top * (1 - sy) + bottom * sy;
}

function smoothStep(t: number): number {
  return t * t * (3 - 2 * t);
}
