// Quality of photo search on the grocery shop: 296 phone photos, 81 products.
//
//   node bench/quality/photo.ts [seed]
//
// Prints top-1, top-5 and MRR of each stage, the rate of out-of-catalog verdicts, and the latency per picture. The seed
// determines the order of the photos, because the query mean depends on it.
import { existsSync } from 'node:fs';
import { ProcessImageEncoder } from '../../src/encoders/image/process-image-encoder.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { paintTexture } from '../../src/encoders/image/texture.ts';
import { embedPhotoView } from '../../src/domain/search/execution/photo-search.ts';
import { computeBonus, verifiedPositions } from '../../src/domain/search/execution/photo-verification.ts';
import { marginHighMin, type PictureIndex } from '../../src/kernel/vectors/picture-index.ts';
import { QueryMean } from '../../src/kernel/vectors/query-mean.ts';
import { findNearestCategories, nearestItems } from '../../src/engine/pictures/nearest-categories.ts';
import { dot } from '../../src/kernel/vectors/vector-math.ts';
import { bootstrapInterval } from './bootstrap.ts';
import {
  dataFolder,
  indexOf,
  meanOf,
  modelsFolder,
  readPhotos,
  readProducts,
  report,
  shuffle,
  vectorLength,
  type Photo,
  type Picture,
  type Product,
} from './grocery-photos.ts';
import sharp from 'sharp';

const outOfCatalogCount = 100;

async function timed<T>(what: string, count: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(
    `${what}: ${((performance.now() - start) / count).toFixed(1)} ms per picture, sequential (${count})`,
  );
  return result;
}

/** Ranks by the cosine of uncentred features. */
function plainRanks(products: readonly Product[], photos: readonly Photo[]): number[] {
  return photos.map(({ productId, feature }) => {
    const scores = products.map((product) => dot(product.feature, 0, feature, 0, vectorLength));
    const own = scores[products.findIndex((product) => product.id === productId)]!;
    return 1 + scores.filter((score) => score > own).length;
  });
}

function ranksIn(index: PictureIndex, photos: readonly Photo[], isLearning: boolean): number[] {
  const queryMean = new QueryMean(vectorLength);
  return photos.map(({ productId, feature }) => {
    const { hits } = index.search(feature, { limit: index.itemCount, queryMean });
    if (isLearning) queryMean.observe(feature);
    return 1 + hits.findIndex((hit) => hit.key === productId);
  });
}

/** Ranks after geometric verification of the first ten, of all photos and of those of packages and of fresh goods. */
async function reportVerified(
  encoder: ProcessImageEncoder,
  index: PictureIndex,
  products: readonly Product[],
  photos: readonly Photo[],
): Promise<void> {
  const byId = new Map(products.map((product) => [product.id, product]));
  const queryMean = new QueryMean(vectorLength);
  const before: number[] = [];
  const after: number[] = [];
  const sure: [boolean, boolean][] = [];
  const sureVerified: [boolean, boolean][] = [];
  await timed('photo, geometric verification', photos.length, async () => {
    for (const { productId, bytes, feature } of photos) {
      const { hits } = index.search(feature, { limit: index.itemCount, queryMean });
      queryMean.observe(feature);
      const first = hits.slice(0, verifiedPositions);
      const pictures = first.map(({ key }) => byId.get(key)!.points);
      const matches = await encoder.matchPoints({ bytes, crop: null, pictures }, 'bench');
      const scored = first
        .map(({ key, score }, i) => ({ key, score: score + computeBonus(matches[i]!.length) }))
        .toSorted((a, b) => b.score - a.score);
      const keys = scored.map(({ key }) => key);
      const isSure = scored[0]!.score - scored[1]!.score >= marginHighMin;
      sure.push([hits[0]!.score - hits[1]!.score >= marginHighMin, hits[0]!.key === productId]);
      sureVerified.push([isSure, keys[0] === productId]);
      before.push(1 + hits.findIndex(({ key }) => key === productId));
      after.push(keys.includes(productId) ? 1 + keys.indexOf(productId) : before.at(-1)!);
    }
  });
  for (const [what, list] of [
    ['without', sure],
    ['with', sureVerified],
  ] as const) {
    const high = list.filter(([isHigh]) => isHigh);
    const correct = high.filter(([, isCorrect]) => isCorrect).length / high.length;
    console.log(`high ${what} verification: ${high.length} photos, ${correct.toFixed(3)} correct`);
  }
  const isPackage = photos.map(({ productId }) => byId.get(productId)!.isPackage);
  for (const [what, wanted] of [
    ['all', [true, false]],
    ['packages', [true]],
    ['fresh goods', [false]],
  ] as const) {
    const some = (ranks: readonly number[]): number[] =>
      ranks.filter((_, i) => (wanted as readonly boolean[]).includes(isPackage[i]!));
    report(`${what}, without verification`, some(before));
    report(`${what}, with verification`, some(after));
    const gains = some(after).map((rank, i) => Number(rank === 1) - Number(some(before)[i] === 1));
    const meanAt = (indexes: readonly number[]): number => meanOf(indexes.map((i) => gains[i]!));
    const [low, high] = bootstrapInterval(gains.length, meanAt, { seed: 1 });
    console.log(`  top-1 ${meanOf(gains).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`);
  }
}

/** Prints how often a photo with `low` is offered its product's category, and the ranking of these photos before and after. */
function reportCategories(products: readonly Product[], index: PictureIndex, photos: readonly Photo[]): void {
  const categoryOf = new Map(products.map(({ id, category }) => [id, category]));
  const queryMean = new QueryMean(vectorLength);
  const ranks = { before: [] as number[], within: [] as number[], chosen: [] as number[] };
  let asked = 0;
  let offered = 0;
  let lows = 0;
  for (const { productId, feature } of photos) {
    const { hits, confidence } = index.search(feature, { limit: index.itemCount, queryMean });
    queryMean.observe(feature);
    if (confidence !== 'low') continue;
    lows += 1;
    const own = categoryOf.get(productId)!;
    const rank = 1 + hits.findIndex(({ key }) => key === productId);
    const within = hits.filter(({ key }) => categoryOf.get(key) === own);
    const rankWithin = 1 + within.findIndex(({ key }) => key === productId);
    const nearest = hits.slice(0, nearestItems).map(({ key }) => key);
    const offers = findNearestCategories(nearest, (key, field) =>
      field === 'category' ? [categoryOf.get(key)!] : [],
    );
    if (offers.length > 0) asked += 1;
    const isOffered = offers.some(({ value }) => value === own);
    if (isOffered) offered += 1;
    ranks.before.push(rank);
    ranks.chosen.push(isOffered ? rankWithin : rank);
    ranks.within.push(rankWithin);
  }
  console.log(
    `\nlow: ${lows} of ${photos.length} photos; ${asked} are asked back, ${offered} offer the right category`,
  );
  report('low, as found', ranks.before);
  report('low, the offered category chosen', ranks.chosen);
  report('low, the right category named', ranks.within);
}

/** Synthetic textures as JPEG photos. */
async function paintedPhotos(seed: number): Promise<Buffer[]> {
  const random = createRandom(seed);
  const side = 400;
  const paintings: Buffer[] = [];
  for (let i = 0; i < outOfCatalogCount; i++) {
    const painting = sharp(paintTexture(side, random), { raw: { width: side, height: side, channels: 3 } });
    paintings.push(await painting.jpeg().toBuffer());
  }
  return paintings;
}

/** Every third photo, scaled to a third of the width and placed at random on a synthetic background. */
async function farPhotos(pictures: readonly Picture[], seed: number): Promise<Picture[]> {
  const random = createRandom(seed);
  const [side, small] = [900, 300];
  const far: Picture[] = [];
  for (const { productId, bytes } of pictures.filter((_, i) => i % 3 === 0)) {
    const background = sharp(paintTexture(side, random), { raw: { width: side, height: side, channels: 3 } });
    const input = await sharp(bytes).rotate().resize(small, small, { fit: 'fill' }).toBuffer();
    const [left, top] = [0, 1].map(() => Math.floor(random() * (side - small)));
    const photo = background.blur(8).composite([{ input, left: left!, top: top! }]);
    far.push({ productId, bytes: await photo.jpeg().toBuffer() });
  }
  return far;
}

async function main(seed: number): Promise<void> {
  await using encoder = await ProcessImageEncoder.start({
    source: { kind: 'vendored', modelsDir: modelsFolder },
  });
  const products = readProducts();
  const pictures = readPhotos();
  await timed('packshot', products.length, async () => {
    for (const product of products) product.feature = await encoder.embedCatalog(product.bytes);
  });
  await timed('packshot refined', products.length, async () => {
    for (const [index, product] of products.entries()) {
      const others = [1, 2, 3, 4].map((step) => products[(index + step * 19) % products.length]!.bytes);
      product.refined = await encoder.refine(product.bytes, others);
    }
  });
  await timed('packshot, keypoints', products.length, async () => {
    for (const product of products) product.points = await encoder.detectKeypoints(product.bytes);
  });
  const stored = products.map(({ points }) => points.length);
  console.log(
    `bytes of keypoints: ${Math.round(meanOf(stored))} per picture, at most ${Math.max(...stored)}`,
  );
  const embedded = async (list: readonly Picture[]): Promise<Photo[]> => {
    const photos: Photo[] = [];
    for (const { productId, bytes } of list) {
      const { feature } = await encoder.embedPhoto({ bytes, crop: null }, 'bench');
      photos.push({ productId, bytes, feature });
    }
    return photos;
  };
  const order = shuffle(pictures, seed);
  const photos = await timed('photo', order.length, () => embedded(order));

  console.log(
    `\nseed ${seed}, ${photos.length} photos, ${products.length} products`.padEnd(46),
    'top-1  top-5  MRR',
  );
  report('uncentred features', plainRanks(products, photos));
  report('centred', ranksIn(indexOf(products, false), photos, true));
  const index = indexOf(products, true);
  report('refined', ranksIn(index, photos, true));
  report('refined, without query mean', ranksIn(index, photos, false));
  await reportVerified(encoder, index, products, photos);
  reportCategories(products, index, photos);

  const withProposals = async (list: readonly Picture[], what: string): Promise<Photo[]> => {
    let parts = 0;
    const queryMean = new QueryMean(vectorLength);
    const bestMatch = (
      feature: Float32Array,
    ): { score: number; confidence: 'high' | 'low' | 'out_of_catalog' } => {
      const { hits, confidence } = index.search(feature, { limit: 1, queryMean });
      return { score: hits[0]!.score, confidence };
    };
    const views = await timed(`photo, with region proposals (${what})`, list.length, async () => {
      const found: Photo[] = [];
      for (const { productId, bytes } of list) {
        const view = await embedPhotoView(encoder, { bestMatch }, { bytes, crop: null, client: 'bench' });
        if (view.part !== null) parts += 1;
        queryMean.observe(view.feature);
        found.push({ productId, bytes, feature: view.feature });
      }
      return found;
    });
    console.log(`region proposal selected for ${parts} of ${list.length} photos`);
    return views;
  };
  report('refined, with region proposals', ranksIn(index, await withProposals(order, 'near'), true));
  const far = await farPhotos(order, seed);
  report('distant product, whole photo', ranksIn(index, await embedded(far), true));
  report('distant product, with region proposals', ranksIn(index, await withProposals(far, 'far'), true));

  const textures = await embedded((await paintedPhotos(seed)).map((bytes) => ({ productId: -1, bytes })));
  reportOutOfCatalog(products, photos, textures, encoder.blankFeature);
}

/** Prints the share of out-of-catalog verdicts for photos of catalog products and for synthetic textures. */
function reportOutOfCatalog(
  products: readonly Product[],
  photos: readonly Photo[],
  textures: readonly Photo[],
  blankFeature: Float32Array | null,
): void {
  console.log('\nout-of-catalog verdicts'.padEnd(46), 'own photos      textures');
  for (const count of [1, 2, 3, 5, 10, 20, 40, products.length]) {
    // Evenly spaced, so that small catalogs have products of several kinds.
    const step = products.length / count;
    const some = Array.from({ length: count }, (_, i) => products[Math.floor(i * step)]!);
    const index = indexOf(some, true, blankFeature);
    while (!index.calibrate(100_000));
    const own = photos.filter(({ productId }) => some.some(({ id }) => id === productId));
    const share = (list: readonly Photo[]): string =>
      (list.filter(({ feature }) => index.isOutOfCatalog(feature) === true).length / list.length).toFixed(3);
    console.log(
      `catalog of ${count} products (${own.length} photos)`.padEnd(46),
      share(own).padEnd(15),
      share(textures),
    );
  }
}

if (existsSync(dataFolder)) await main(Number(process.argv[2] ?? 1));
else console.log('bench/quality/photo.ts skipped: ../shared/data/grocery-photos does not exist');
