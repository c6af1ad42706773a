// What photos that shoppers confirmed add to photo search, on the grocery shop.
//
//   node bench/quality/confirmed-photos.ts
//
// In five folds of three orders, a fifth of each product's photos is searched and the others are confirmed: of all products with
// photos, of three in four, or of one in ten. Photos of the products without confirmed ones must not lose by it.
import { existsSync } from 'node:fs';
import { computeBonus, verifiedPositions } from '../../src/domain/search/execution/photo-verification.ts';
import { ProcessImageEncoder } from '../../src/encoders/image/process-image-encoder.ts';
import { computeConfirmationBonuses } from '../../src/kernel/vectors/confirmation-bonus.ts';
import { marginHighMin, type PictureIndex } from '../../src/kernel/vectors/picture-index.ts';
import { QueryMean } from '../../src/kernel/vectors/query-mean.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
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
} from './grocery-photos.ts';

const folds = 5;
/** As in the service. */
const comparedItems = 30;
/** The service requires five; products here have about four other photos. */
const photosMin = 3;

interface Searched {
  readonly isConfirmed: boolean;
  readonly before: number;
  readonly after: number;
  /** Whether the first item is sure, and correct. */
  readonly sure: readonly [boolean, boolean];
}

/** Of each photo, matched keypoints of each product by its id. */
type Points = ReadonlyMap<Photo, ReadonlyMap<number, number>>;

interface Scenario {
  readonly name: string;
  readonly share: number;
  /** Share of the confirmations that name another of the first five items. */
  readonly wrong: number;
  readonly points: Points | null;
}

interface Scored {
  readonly key: number;
  readonly score: number;
}

const sorted = (list: readonly Scored[]): Scored[] => list.toSorted((a, b) => b.score - a.score);

function verified(list: readonly Scored[], photo: Photo, points: Points | null): Scored[] {
  if (points === null) return [...list];
  const counts = points.get(photo)!;
  const first = list.slice(0, verifiedPositions).map(({ key, score }) => ({
    key,
    score: score + computeBonus(counts.get(key) ?? 0),
  }));
  return [...sorted(first), ...list.slice(verifiedPositions)];
}

/** Confirmed photos by product. */
function confirmationsOf(
  early: readonly Photo[],
  of: ReadonlySet<number>,
  { wrong }: Scenario,
  search: (photo: Photo) => Scored[],
  random: () => number,
): Map<number, Photo[]> {
  const byItem = new Map<number, Photo[]>();
  for (const photo of early) {
    if (!of.has(photo.productId)) continue;
    const others = search(photo)
      .slice(0, 5)
      .filter(({ key }) => key !== photo.productId);
    const isWrong = random() < wrong;
    const item = isWrong ? others[Math.floor(random() * others.length)]!.key : photo.productId;
    byItem.set(item, [...(byItem.get(item) ?? []), photo]);
  }
  for (const [item, list] of byItem) if (list.length < photosMin) byItem.delete(item);
  return byItem;
}

function runFold(
  index: PictureIndex,
  photos: readonly Photo[],
  scenario: Scenario,
  seed: number,
): Searched[] {
  const queryMean = new QueryMean(vectorLength);
  const search = ({ feature }: Photo): Scored[] =>
    index.search(feature, { limit: index.itemCount, queryMean }).hits;
  const seen = new Map<number, number>();
  const fold = seed % folds;
  const searched = photos.filter(({ productId }) => {
    const count = seen.get(productId) ?? 0;
    seen.set(productId, count + 1);
    return count % folds === fold;
  });
  const early = photos.filter((photo) => !searched.includes(photo));
  for (const { feature } of early) queryMean.observe(feature);
  const products = shuffle(
    [...seen.keys()].toSorted((a, b) => a - b),
    seed,
  );
  const chosen = new Set(products.slice(0, Math.round(products.length * scenario.share)));
  const confirmed = confirmationsOf(early, chosen, scenario, search, createRandom(seed));
  return searched.map((photo) => {
    const hits = search(photo);
    const centred = (of: Photo): Float32Array => index.centreFeature(of.feature, queryMean);
    const items = hits.slice(0, comparedItems).flatMap(({ key }) => {
      const list = confirmed.get(key);
      return list === undefined ? [] : [{ key, photos: list.map(centred) }];
    });
    const bonuses = computeConfirmationBonuses(centred(photo), items);
    const learned = sorted(hits.map(({ key, score }) => ({ key, score: score + (bonuses.get(key) ?? 0) })));
    const before = verified(hits, photo, scenario.points);
    const after = verified(learned, photo, scenario.points);
    queryMean.observe(photo.feature);
    const rank = (list: readonly Scored[]): number =>
      1 + list.findIndex(({ key }) => key === photo.productId);
    const isSure = after[0]!.score - after[1]!.score >= marginHighMin;
    return {
      isConfirmed: chosen.has(photo.productId),
      before: rank(before),
      after: rank(after),
      sure: [isSure, after[0]!.key === photo.productId],
    };
  });
}

function reportScenario(index: PictureIndex, photos: readonly Photo[], scenario: Scenario): void {
  const results = [1, 2, 3].flatMap((seed) => {
    const order = shuffle(photos, seed);
    return Array.from({ length: folds }, (_, fold) =>
      runFold(index, order, scenario, seed * folds + fold),
    ).flat();
  });
  console.log(`\n${scenario.name}`.padEnd(46), 'top-1  top-5  MRR');
  for (const [what, isConfirmed] of [
    ['with confirmed photos', true],
    ['without', false],
  ] as const) {
    const some = results.filter((one) => one.isConfirmed === isConfirmed);
    if (some.length === 0) continue;
    report(
      `${what}, before`,
      some.map(({ before }) => before),
    );
    report(
      `${what}, after`,
      some.map(({ after }) => after),
    );
    const gains = some.map(({ before, after }) => Number(after === 1) - Number(before === 1));
    const [low, high] = bootstrapInterval(gains.length, (at) => meanOf(at.map((i) => gains[i]!)), {
      seed: 1,
    });
    console.log(`  top-1 ${meanOf(gains).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`);
  }
  const high = results.filter(({ sure }) => sure[0]);
  const correct = high.filter(({ sure }) => sure[1]).length / high.length;
  console.log(
    `  high: ${(high.length / results.length).toFixed(3)} of the photos, ${correct.toFixed(3)} correct`,
  );
}

async function main(): Promise<void> {
  await using encoder = await ProcessImageEncoder.start({
    source: { kind: 'vendored', modelsDir: modelsFolder },
  });
  const products = readProducts();
  for (const [i, product] of products.entries()) {
    const others = [1, 2, 3, 4].map((step) => products[(i + step * 19) % products.length]!.bytes);
    product.refined = await encoder.refine(product.bytes, others);
    product.points = await encoder.detectKeypoints(product.bytes);
  }
  const photos: Photo[] = [];
  const points = new Map<Photo, ReadonlyMap<number, number>>();
  for (const picture of readPhotos()) {
    const { bytes } = picture;
    const { feature } = await encoder.embedPhoto({ bytes, crop: null }, 'bench');
    const photo = { ...picture, feature };
    const pictures = products.map((product) => product.points);
    const matches = await encoder.matchPoints({ bytes, crop: null, pictures }, 'bench');
    photos.push(photo);
    points.set(photo, new Map(products.map(({ id }, i) => [id, matches[i]!.length])));
  }
  const index = indexOf(products, true);
  for (const [what, of] of [
    ['similarity', null],
    ['with verification', points],
  ] as const) {
    const scenario = { wrong: 0, points: of };
    reportScenario(index, photos, { ...scenario, name: `all products, ${what}`, share: 1 });
    reportScenario(index, photos, { ...scenario, name: `three in four, ${what}`, share: 0.74 });
    reportScenario(index, photos, {
      ...scenario,
      name: `three in four, a fifth wrong, ${what}`,
      share: 0.74,
      wrong: 0.2,
    });
    reportScenario(index, photos, { ...scenario, name: `one in ten, ${what}`, share: 0.1 });
  }
}

if (existsSync(dataFolder)) await main();
else console.log('bench/quality/confirmed-photos.ts skipped: ../shared/data/grocery-photos does not exist');
