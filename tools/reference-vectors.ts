import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { computeBlankFeature } from '../src/encoders/image/blank-feature.ts';
import { loadImageModel } from '../src/encoders/image/image-model.ts';
import { embedReferencePicture } from '../src/encoders/image/reference-picture.ts';
import { isProcessorSaturating } from '../src/encoders/runtime/onnx-runtime.ts';
import {
  encodeNumbers,
  locateReferenceFile,
  type ReferenceFile,
} from '../src/encoders/runtime/reference-vectors.ts';
import { loadTextModel } from '../src/encoders/text/text-model.ts';
import { root } from '../src/lib/package-root.ts';

/**
 * `npm run reference-vectors`: writes the vectors of some pictures and texts in the arithmetic of the model files, without fused operators.
 * Run it after a change of a model, on a processor whose integer products do not saturate. The blank feature of the image model is that of the
 * fused operators, as it is used without loading the model.
 *
 * Each start compares the first picture and the first text, which saturating products change most.
 */
const pictures = [
  'chest-of-drawers-6-mint',
  'humidifier',
  'wide-linen-trousers-cream',
  'spirit-level',
  'security-camera',
  'resistance-bands',
  'surprise-gift-box-purple',
  'fishing-rod',
  'air-purifier',
  'mountain-t-shirt-sand',
  'picnic-blanket',
  'corkscrew',
  'linen-shirt-mint',
  'tinned-tomatoes',
  'gas-stove',
  'kids-puffer-jacket',
  'two-seat-sofa',
  'drum-kit-red',
  'bum-bag-purple',
  'bike-helmet-blue',
];
const texts = [
  'paperback novel',
  'kitchen knife',
  'desk lamp',
  'coffee grinder with a steel burr',
  'noise cancelling headphones',
  'waterproof jacket for hiking',
  'usb-c charger',
  'baby stroller',
  'Fahrrad für Kinder',
  'size 42 leather boots',
  'cast iron pan',
  'birthday gift for a girl of six',
  'wooden train set',
  'something to keep drinks cold',
  'dog food without grain',
  'garden hose 30 m',
  'red running shoes for men',
  'queen bed sheets 140 x 200',
  'organic green tea, 100 bags',
  'bluetooth speaker 20 W',
];

if (await isProcessorSaturating())
  throw new Error(
    'Integer products of this processor saturate: run this on a processor with VNNI, or on ARM',
  );
const modelsDir = join(root, 'models');
const image = await loadImageModel(modelsDir, { isUnoptimised: true });
const text = await loadTextModel(modelsDir, { isUnoptimised: true });
const fused = await loadImageModel(modelsDir);
const ofPictures: Record<string, string> = {};
for (const name of pictures) {
  const file = `demo/pictures/${name}.webp`;
  ofPictures[file] = encodeNumbers(await embedReferencePicture(image, file));
}
const ofTexts: Record<string, string> = {};
for (const one of texts) ofTexts[one] = encodeNumbers((await text.embed([one], 'background'))[0]!);
const file: ReferenceFile = {
  image: {
    sha256: image.identity.sha256,
    vectors: ofPictures,
    blankFeature: encodeNumbers(await computeBlankFeature(fused)),
  },
  text: { sha256: text.identity.sha256, vectors: ofTexts },
};
await writeFile(locateReferenceFile(modelsDir), `${JSON.stringify(file, null, 1)}\n`);
await image.release();
await fused.release();
await text.release();
