// The grocery shop of the benchmarks of photo search: 296 phone photos, 81 products.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PictureIndex } from '../../src/kernel/vectors/picture-index.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import type { RefinedFeatures } from '../../src/ports/pictures/vision.ts';

export const dataFolder = new URL('../../../shared/data/grocery-photos/', import.meta.url);
export const modelsFolder = fileURLToPath(new URL('../../models/', import.meta.url));
export const vectorLength = 1280;

export interface Product {
  readonly id: number;
  /** The coarse class. */
  readonly category: string;
  readonly bytes: Uint8Array;
  feature: Float32Array;
  refined: RefinedFeatures | null;
  points: Uint8Array;
  readonly isPackage: boolean;
}

export interface Picture {
  readonly productId: number;
  readonly bytes: Uint8Array;
}

export interface Photo extends Picture {
  readonly feature: Float32Array;
}

export function readProducts(): Product[] {
  const lines = readFileSync(new URL('classes.csv', dataFolder), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [, id, category, , path] = line.split(',');
    const file = `icons/${path!.replace('/iconic-images-and-descriptions/', '')}`;
    return {
      id: Number(id),
      category: category!,
      bytes: readFileSync(new URL(file, dataFolder)),
      feature: new Float32Array(),
      refined: null,
      points: new Uint8Array(),
      isPackage: path!.includes('/Packages/'),
    };
  });
}

export function readPhotos(): Picture[] {
  const lines = readFileSync(new URL('val.txt', dataFolder), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [path, id] = line.split(', ');
    return {
      productId: Number(id),
      bytes: readFileSync(new URL(`photos/${path!.replace('val/', '')}`, dataFolder)),
    };
  });
}

export function indexOf(
  products: readonly Product[],
  isRefined: boolean,
  blankFeature: Float32Array | null = null,
): PictureIndex {
  const index = new PictureIndex(vectorLength, { blankFeature });
  for (const { id, feature, refined } of products) {
    if (!isRefined || refined === null) index.set(id, 0, { feature });
    else
      index.set(id, 0, {
        feature: refined.feature,
        augmented: refined.augmentedMean,
        probes: refined.calibrationSamples,
      });
  }
  return index;
}

/** Prints the quality of a ranking, from the rank of each photo's product. */
export function report(what: string, ranks: readonly number[]): void {
  const share = (test: (rank: number) => boolean): number => ranks.filter(test).length / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
  const figures = [share((rank) => rank === 1), share((rank) => rank <= 5), mrr];
  console.log(`${what.padEnd(44)} ${figures.map((figure) => figure.toFixed(3)).join('  ')}`);
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  return list
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
