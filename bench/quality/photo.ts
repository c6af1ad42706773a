// Photo -> packshot on the grocery shop: 296 phone photos against 81 products.
//
//   node bench/quality/photo.ts [seed]
//
// Prints top-1, top-5 and MRR of each part of the recipe, what int8 storage costs, how well foreign photos are told, and
// the time a picture takes. Photos arrive in an order that the seed decides, as the query mean depends on it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ImageEncoder } from '../../src/engines/vision/image-encoder.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { paintTexture } from '../../src/engines/vision/texture.ts';
import type { SceneFeatures } from '../../src/engines/vision/vision-messages.ts';
import { PictureIndex } from '../../src/kernel/vectors/picture-index.ts';
import { QueryMean } from '../../src/kernel/vectors/query-mean.ts';
import { decodeVector, encodeVector } from '../../src/kernel/vectors/vector-codec.ts';
import { dot } from '../../src/kernel/vectors/vector-math.ts';
import sharp from 'sharp';

const DATA = new URL('../../../shared/data/grocery-photos/', import.meta.url);
const MODELS = fileURLToPath(new URL('../../models/', import.meta.url));
const DIMENSIONS = 1280;
const FOREIGN_COUNT = 100;

interface Product {
  readonly id: number;
  readonly bytes: Uint8Array;
  feature: Float32Array;
  scenes: SceneFeatures | null;
}

interface Photo {
  readonly productId: number;
  readonly feature: Float32Array;
}

function readProducts(): Product[] {
  const lines = readFileSync(new URL('classes.csv', DATA), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [, id, , , path] = line.split(',');
    const file = `icons/${path!.replace('/iconic-images-and-descriptions/', '')}`;
    return {
      id: Number(id),
      bytes: readFileSync(new URL(file, DATA)),
      feature: new Float32Array(),
      scenes: null,
    };
  });
}

function readPhotos(): { productId: number; bytes: Uint8Array }[] {
  const lines = readFileSync(new URL('val.txt', DATA), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [path, id] = line.split(', ');
    return {
      productId: Number(id),
      bytes: readFileSync(new URL(`photos/${path!.replace('val/', '')}`, DATA)),
    };
  });
}

async function timed<T>(what: string, count: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(
    `${what}: ${((performance.now() - start) / count).toFixed(1)} ms each, one at a time (${count})`,
  );
  return result;
}

function indexOf(products: readonly Product[], parts: 'features' | 'all' | 'all, int8'): PictureIndex {
  const index = new PictureIndex(DIMENSIONS);
  const kept = (vector: Float32Array): Float32Array =>
    parts === 'all, int8' ? decodeVector(encodeVector(vector, 'int8')) : vector;
  for (const { id, feature, scenes } of products) {
    const isPlain = parts === 'features' || scenes === null;
    index.set(id, 0, {
      feature: kept(feature),
      augmented: isPlain ? null : kept(scenes.mean),
      probes: isPlain ? null : kept(scenes.probes),
    });
  }
  return index;
}

/** Prints the quality of a ranking: the rank of each photo's product decides. */
function report(what: string, ranks: readonly number[]): void {
  const share = (test: (rank: number) => boolean): number => ranks.filter(test).length / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
  const figures = [share((rank) => rank === 1), share((rank) => rank <= 5), mrr];
  console.log(`${what.padEnd(44)} ${figures.map((figure) => figure.toFixed(3)).join('  ')}`);
}

/** Ranks by cosine of the bare features. */
function plainRanks(products: readonly Product[], photos: readonly Photo[]): number[] {
  return photos.map(({ productId, feature }) => {
    const scores = products.map((product) => dot(product.feature, 0, feature, 0, DIMENSIONS));
    const own = scores[products.findIndex((product) => product.id === productId)]!;
    return 1 + scores.filter((score) => score > own).length;
  });
}

function ranksIn(index: PictureIndex, photos: readonly Photo[], isLearning: boolean): number[] {
  const queryMean = new QueryMean(DIMENSIONS);
  return photos.map(({ productId, feature }) => {
    const { hits } = index.search(feature, { limit: index.itemCount, queryMean });
    if (isLearning) queryMean.observe(feature);
    return 1 + hits.findIndex((hit) => hit.key === productId);
  });
}

/** Foreign pictures: painted textures as a client might send them, JPEG and all. */
async function foreignFeatures(encoder: ImageEncoder, seed: number): Promise<Float32Array[]> {
  const random = seededRandom(seed);
  const features: Float32Array[] = [];
  const side = 400;
  for (let i = 0; i < FOREIGN_COUNT; i++) {
    const painting = sharp(paintTexture(side, random), { raw: { width: side, height: side, channels: 3 } });
    features.push(await encoder.embedQuery(await painting.jpeg().toBuffer()));
  }
  return features;
}

function shuffle<T>(list: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return list
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

async function main(seed: number): Promise<void> {
  await using encoder = await ImageEncoder.start({ modelsDir: MODELS });
  const products = readProducts();
  const pictures = readPhotos();
  await timed('packshot', products.length, async () => {
    for (const product of products) product.feature = await encoder.embedCatalog(product.bytes);
  });
  await timed('packshot in 16 scenes', products.length, async () => {
    for (const [place, product] of products.entries()) {
      const others = [1, 2, 3, 4].map((step) => products[(place + step * 19) % products.length]!.bytes);
      product.scenes = await encoder.embedScenes(product.bytes, others);
    }
  });
  const inOrder = await timed('photo', pictures.length, async () => {
    const photos: Photo[] = [];
    for (const { productId, bytes } of pictures)
      photos.push({ productId, feature: await encoder.embedQuery(bytes) });
    return photos;
  });
  const photos = shuffle(inOrder, seed);

  console.log(
    `\nseed ${seed}, ${photos.length} photos, ${products.length} products`.padEnd(46),
    'top-1  top-5  MRR',
  );
  report('bare features', plainRanks(products, photos));
  report('centred', ranksIn(indexOf(products, 'features'), photos, true));
  const index = indexOf(products, 'all');
  report('centred, with scenes', ranksIn(index, photos, true));
  report('the same, before any query was seen', ranksIn(index, photos, false));
  report('the same, stored as int8', ranksIn(indexOf(products, 'all, int8'), photos, true));

  const foreign = await foreignFeatures(encoder, seed);
  const share = (features: readonly Float32Array[]): string =>
    (features.filter((feature) => index.isForeign(feature) === true).length / features.length).toFixed(3);
  console.log(`\ntaken for foreign: ${share(photos.map((photo) => photo.feature))} of the photos`);
  console.log(`taken for foreign: ${share(foreign)} of ${FOREIGN_COUNT} painted textures`);
}

if (existsSync(DATA)) await main(Number(process.argv[2] ?? 1));
else console.log('bench/quality/photo.ts skipped: ../shared/data/grocery-photos is not there');
