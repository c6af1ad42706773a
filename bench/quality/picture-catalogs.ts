// Photos in two catalogs: the grocery packshots alone, and the demo shop, which has mostly drawings.
//
//   node bench/quality/picture-catalogs.ts [folder of other pictures ...]
//
// Prints top-1, top-5 and MRR of 296 photos (means of three orders), and the share of photos, and of the pictures of each folder, that is
// out of catalog; also of each third photo as a packshot, cut out on white. Packshots have the features of demo/vectors.bin.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { decodeFeatures } from '../../src/encoders/image/precomputed-features.ts';
import { ProcessImageEncoder } from '../../src/encoders/image/process-image-encoder.ts';
import { PictureIndex } from '../../src/kernel/vectors/picture-index.ts';
import { QueryMean } from '../../src/kernel/vectors/query-mean.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import type { EmbeddedPhoto, RefinedFeatures } from '../../src/ports/pictures/vision.ts';

const photosFolder = new URL('../../../shared/data/grocery-photos/', import.meta.url);
const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const seeds = [1, 2, 3];

interface Photo extends EmbeddedPhoto {
  readonly productId: number;
}

/** The pictures of both catalogs, by key: that of a packshot is its product. */
function catalogs(): Record<string, Map<number, RefinedFeatures>> {
  const { features } = decodeFeatures(readFileSync(fileOf('demo/vectors.bin')));
  const groceries = new Map<number, RefinedFeatures>();
  const left = new Map(features);
  const lines = readFileSync(new URL('classes.csv', photosFolder), 'utf8').trim().split('\n').slice(1);
  for (const line of lines) {
    const [, id, , , path] = line.split(',');
    const file = new URL(`icons/${path!.replace('/iconic-images-and-descriptions/', '')}`, photosFolder);
    const picture = hash('sha256', readFileSync(file));
    groceries.set(Number(id), features.get(picture)!);
    left.delete(picture);
  }
  const drawings = [...left.values()].map((one, i) => [1_000 + i, one] as const);
  return { groceries, demo: new Map([...groceries, ...drawings]) };
}

function indexOf(catalog: ReadonlyMap<number, RefinedFeatures>, blankFeature: Float32Array): PictureIndex {
  const index = new PictureIndex(blankFeature.length, { blankFeature });
  index.fill(
    [...catalog].map(([key, { feature, augmentedMean: augmented, calibrationSamples: probes }]) => {
      return { key, picture: 0, feature, augmented, probes };
    }),
  );
  while (!index.calibrate(1_000_000));
  return index;
}

function ranksOf(index: PictureIndex, photos: readonly Photo[], seed: number): number[] {
  const random = createRandom(seed);
  const order = photos
    .map((photo) => ({ photo, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ photo }) => photo);
  const queryMean = new QueryMean(index.dimensions);
  return order.map(({ productId, feature }) => {
    const { hits } = index.search(feature, { limit: index.itemCount, queryMean });
    queryMean.observe(feature);
    return 1 + hits.findIndex(({ key }) => key === productId);
  });
}

/** The ellipse in the middle of a photo, on white. */
async function packshotOf(photo: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(photo)
    .rotate()
    .resize(480, 480, { fit: 'inside' })
    .toBuffer({ resolveWithObject: true });
  const frame = `<svg width="${info.width}" height="${info.height}"><path fill="#fff" fill-rule="evenodd" d="M0 0H${info.width}V${info.height}H0Z
    M${info.width * 0.1} ${info.height / 2}a${info.width * 0.4} ${info.height * 0.4} 0 1 0 ${info.width * 0.8} 0
    a${info.width * 0.4} ${info.height * 0.4} 0 1 0 ${info.width * -0.8} 0Z"/></svg>`;
  return await sharp(data)
    .composite([{ input: Buffer.from(frame) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function main(folders: readonly string[]): Promise<void> {
  await using encoder = await ProcessImageEncoder.start({
    source: { kind: 'vendored', modelsDir: fileOf('models/') },
  });
  const embedded = (bytes: Uint8Array): Promise<EmbeddedPhoto> =>
    encoder.embedPhoto({ bytes, crop: null }, 'bench');
  const photos: Photo[] = [];
  const packshots: EmbeddedPhoto[] = [];
  for (const line of readFileSync(new URL('val.txt', photosFolder), 'utf8').trim().split('\n')) {
    const [path, id] = line.split(', ');
    const bytes = readFileSync(new URL(`photos/${path!.replace('val/', '')}`, photosFolder));
    photos.push({ productId: Number(id), ...(await embedded(bytes)) });
    if (photos.length % 3 === 1) packshots.push(await embedded(await packshotOf(bytes)));
  }
  const others = new Map<string, EmbeddedPhoto[]>([
    ['photos', photos],
    ['photos cut out', packshots],
  ]);
  for (const folder of folders) {
    const pictures: EmbeddedPhoto[] = [];
    for (const name of readdirSync(folder)) pictures.push(await embedded(readFileSync(join(folder, name))));
    others.set(folder, pictures);
  }
  for (const [name, catalog] of Object.entries(catalogs())) {
    const index = indexOf(catalog, encoder.blankFeature!);
    const ranks = seeds.flatMap((seed) => ranksOf(index, photos, seed));
    const mean = (of: (rank: number) => number): string =>
      (ranks.reduce((sum, rank) => sum + of(rank), 0) / ranks.length).toFixed(3);
    console.log(
      `${name}: ${mean((rank) => Number(rank === 1))} / ${mean((rank) => Number(rank <= 5))} / ${mean((rank) => 1 / rank)}`,
    );
    for (const [what, pictures] of others) {
      const rejected = pictures.filter(
        ({ feature, isFlat = false }) =>
          index.isOutOfCatalog(feature) === true || (isFlat && index.showsNoItem(feature)),
      );
      console.log(`  out of catalog: ${(rejected.length / pictures.length).toFixed(3)} of ${what}`);
    }
  }
}

if (existsSync(photosFolder)) await main(process.argv.slice(2));
else console.log('bench/quality/picture-catalogs.ts skipped: ../shared/data/grocery-photos does not exist');
