import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageEncoders } from '../src/encoders/image/image-encoders.ts';
import { decodeFeatures, encodeFeatures } from '../src/encoders/image/precomputed-features.ts';
import { createRandom } from '../src/lib/seeded-random.ts';
import type { RefinedFeatures } from '../src/ports/pictures/vision.ts';
import { root } from '../src/lib/package-root.ts';

/**
 * `npm run demo:vectors`: computes the refined features of the demo shop's pictures, about a second each, and writes them to
 * `demo/vectors.bin`. Run it after a change of the pictures or of the image model: pictures that did not change keep theirs.
 */
const demo = join(root, 'demo');
const folders = [join(demo, 'pictures'), join(demo, 'groceries', 'pictures')];
/** Other pictures that are the background of a picture in its scenes. */
const backgroundsPerPicture = 4;
/** One picture in this number has a calibration sample. */
const sampledOneIn = 3;
/** By its hash, whatever other pictures there are. */
const isSampled = (id: string): boolean => Number.parseInt(id.slice(0, 8), 16) % sampledOneIn === 0;

const files = (
  await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).sort().map((name) => join(folder, name))),
  )
).flat();
const pictures = await Promise.all(files.map((file) => readFile(file)));
const random = createRandom(1);
const cacheDir = await mkdtemp(join(tmpdir(), 'demo-vectors-'));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(cacheDir, { recursive: true, force: true }));
const [encoder] = await createImageEncoders(
  { make: 'vendored', model: '' },
  { modelsDir: join(root, 'models'), cacheDir },
);
if (encoder === undefined) throw new Error('There is no image model');
stack.use(encoder);
const file = join(demo, 'vectors.bin');
const before = existsSync(file) ? decodeFeatures(await readFile(file)) : null;
const known = before?.model === encoder.model ? before.features : new Map<string, RefinedFeatures>();
const features = new Map<string, RefinedFeatures>();
for (const [index, bytes] of pictures.entries()) {
  const id = hash('sha256', bytes);
  const others = Array.from(
    { length: backgroundsPerPicture },
    () => pictures[Math.floor(random() * pictures.length)]!,
  );
  const refined = known.get(id) ?? (await encoder.refine(bytes, others));
  const samples = refined.calibrationSamples.subarray(0, isSampled(id) ? encoder.dimensions : 0);
  features.set(id, { ...refined, calibrationSamples: samples });
  if (index % 10 === 0) process.stdout.write(`\r${index} of ${pictures.length} pictures`);
}
const written = encodeFeatures({ model: encoder.model, features });
await writeFile(file, written);
process.stdout.write(`\r${features.size} pictures in ${file}, ${Math.round(written.length / 1e5) / 10} MB\n`);
