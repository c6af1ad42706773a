// Several pictures of one item in photo search, on the grocery shop: packshots, and some of the shoppers' photos as further pictures.
//
//   node bench/quality/several-pictures.ts
//
// In two draws of three orders, a share of the products has k photos as pictures, next to its packshot or instead of it; all other photos
// are searched. Prints top-1, top-5 and MRR of photos of products with such pictures, and of the others, where the best picture counts (before)
// and as in the service, and the gain of top-1 with its interval over photos. Packshots have the features of demo/vectors.bin.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeFeatures } from '../../src/encoders/image/precomputed-features.ts';
import { ProcessImageEncoder } from '../../src/encoders/image/process-image-encoder.ts';
import { marginHighMin, PictureIndex, type PictureFeatures } from '../../src/kernel/vectors/picture-index.ts';
import { QueryMean } from '../../src/kernel/vectors/query-mean.ts';
import { ScoreSpread } from '../../src/kernel/vectors/score-spread.ts';
import { bootstrapInterval } from './bootstrap.ts';
import {
  dataFolder,
  meanOf,
  modelsFolder,
  readPhotos,
  readProducts,
  report,
  shuffle,
  vectorLength,
  type Photo,
} from './grocery-photos.ts';

const seeds = [1, 2, 3];
const drawsPerSeed = 2;
/** More than any product has. */
const picturesMax = 10;

interface ShopPhoto extends Photo {
  readonly number: number;
  /** As a picture of its product. */
  readonly asPicture: PictureFeatures;
}

interface Scenario {
  readonly photosPerItem: number;
  /** The share of the products with photos as pictures. */
  readonly share: number;
  readonly hasPackshots: boolean;
}

const scenarios: readonly Scenario[] = [
  ...[1, 2, 3].map((photosPerItem) => ({ photosPerItem, share: 1, hasPackshots: true })),
  ...[1, 3].map((photosPerItem) => ({ photosPerItem, share: 0.74, hasPackshots: true })),
  ...[1, 3].map((photosPerItem) => ({ photosPerItem, share: 0.2, hasPackshots: true })),
  { photosPerItem: 1, share: 0.5, hasPackshots: false },
];

interface Searched {
  readonly photo: number;
  readonly hasPhotos: boolean;
  readonly before: number;
  readonly after: number;
  /** Whether the first item is sure, and correct, before and after. */
  readonly sure: readonly (readonly [boolean, boolean])[];
}

interface Catalog {
  readonly pictures: ReadonlyMap<number, readonly PictureFeatures[]>;
  readonly withPhotos: ReadonlySet<number>;
  readonly queries: readonly ShopPhoto[];
}

function catalogOf(
  packshots: ReadonlyMap<number, PictureFeatures>,
  photos: readonly ShopPhoto[],
  { photosPerItem, share, hasPackshots }: Scenario,
  seed: number,
): Catalog {
  const ids = shuffle([...new Set(photos.map(({ productId }) => productId))], seed);
  const withPhotos = new Set(ids.slice(0, Math.round(ids.length * share)));
  const pictures = new Map(
    [...packshots].map(([id, packshot]) => [id, hasPackshots || !withPhotos.has(id) ? [packshot] : []]),
  );
  const left = new Map([...withPhotos].map((id) => [id, photosPerItem]));
  const queries = photos.filter(({ productId, asPicture }) => {
    const wanted = left.get(productId) ?? 0;
    if (wanted === 0) return true;
    left.set(productId, wanted - 1);
    pictures.get(productId)!.push(asPicture);
    return false;
  });
  return { pictures, withPhotos, queries };
}

function searched({ pictures, withPhotos, queries }: Catalog): Searched[] {
  const together = new PictureIndex(vectorLength);
  // As items of their own, pictures have the scores of the best-picture rule.
  const apart = new PictureIndex(vectorLength);
  const numbered = [...pictures].flatMap(([key, list]) =>
    list.map((features, picture) => ({ key, picture, ...features })),
  );
  together.fill(numbered);
  apart.fill(numbered.map((one) => ({ ...one, key: one.key * picturesMax + one.picture, picture: 0 })));
  const queryMean = new QueryMean(vectorLength);
  const spread = new ScoreSpread();
  return queries.map(({ number, productId, feature }) => {
    const { hits, margin } = together.search(feature, { limit: 1_000, queryMean, spread });
    const alone = apart.search(feature, { limit: 1_000, queryMean }).hits;
    const itemOf = (key: number): number => Math.floor(key / picturesMax);
    const before = [...new Set(alone.map(({ key }) => itemOf(key)))];
    const second = alone.find(({ key }) => itemOf(key) !== before[0])!;
    const marginBefore = alone[0]!.score - second.score;
    const squares = together.sampleSquaredScores(feature, queryMean);
    if (squares !== null) spread.observe(squares);
    queryMean.observe(feature);
    return {
      photo: number,
      hasPhotos: withPhotos.has(productId),
      before: 1 + before.indexOf(productId),
      after: 1 + hits.findIndex(({ key }) => key === productId),
      sure: [
        [marginBefore >= marginHighMin, before[0] === productId],
        [margin >= marginHighMin, hits[0]!.key === productId],
      ],
    };
  });
}

/** The mean gain of top-1, and its interval over photos: each is searched several times. */
function gainOf(results: readonly Searched[]): string {
  const byPhoto = [...Map.groupBy(results, ({ photo }) => photo).values()].map((list) => ({
    count: list.length,
    gain: list.reduce((sum, { before, after }) => sum + Number(after === 1) - Number(before === 1), 0),
  }));
  const meanAt = (indexes: readonly number[]): number =>
    indexes.reduce((sum, i) => sum + byPhoto[i]!.gain, 0) /
    indexes.reduce((sum, i) => sum + byPhoto[i]!.count, 0);
  const [low, high] = bootstrapInterval(byPhoto.length, meanAt, { seed: 1 });
  return `${meanAt([...byPhoto.keys()]).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function reportScenario(scenario: Scenario, results: readonly Searched[]): void {
  const { photosPerItem, share, hasPackshots } = scenario;
  const beside = hasPackshots ? 'next to the packshot' : 'instead of it';
  console.log(
    `\n${photosPerItem} photos ${beside}, ${share} of the products`.padEnd(46),
    'top-1  top-5  MRR',
  );
  for (const [what, hasPhotos] of [
    ['with photos', true],
    ['others', false],
  ] as const) {
    const some = results.filter((one) => one.hasPhotos === hasPhotos);
    if (some.length === 0) continue;
    const ranks = (of: 'before' | 'after'): number[] => some.map((one) => one[of]);
    report(`${what}, the best picture counts`, ranks('before'));
    report(`${what}, together`, ranks('after'));
    console.log(`  top-1 ${gainOf(some)}`);
  }
  const high = [0, 1].map((at) => results.map(({ sure }) => sure[at]!).filter(([isHigh]) => isHigh));
  const correct = high.map((list) => meanOf(list.map(([, isCorrect]) => Number(isCorrect))).toFixed(3));
  const shares = high.map((list) => (list.length / results.length).toFixed(3));
  console.log(
    `  all: top-1 ${gainOf(results)}; high ${shares.join(' -> ')}, of these correct ${correct.join(' -> ')}`,
  );
}

async function main(): Promise<void> {
  await using encoder = await ProcessImageEncoder.start({
    source: { kind: 'vendored', modelsDir: modelsFolder },
  });
  const { features } = decodeFeatures(
    readFileSync(fileURLToPath(new URL('../../demo/vectors.bin', import.meta.url))),
  );
  const packshots = new Map(
    readProducts().map(({ id, bytes }) => {
      const { feature, augmentedMean } = features.get(hash('sha256', bytes))!;
      return [id, { feature, augmented: augmentedMean }];
    }),
  );
  const photos: ShopPhoto[] = [];
  for (const picture of readPhotos()) {
    const { feature } = await encoder.embedPhoto({ bytes: picture.bytes, crop: null }, 'bench');
    const refined = await encoder.refine(picture.bytes, []);
    const asPicture = { feature: refined.feature, augmented: refined.augmentedMean };
    photos.push({ ...picture, number: photos.length, feature, asPicture });
  }
  for (const scenario of scenarios) {
    const results = seeds.flatMap((seed) =>
      Array.from({ length: drawsPerSeed }, (_, draw) => {
        const order = seed * drawsPerSeed + draw;
        return searched(catalogOf(packshots, shuffle(photos, order), scenario, order));
      }).flat(),
    );
    reportScenario(scenario, results);
  }
}

if (existsSync(dataFolder)) await main();
else console.log('bench/quality/several-pictures.ts skipped: ../shared/data/grocery-photos does not exist');
