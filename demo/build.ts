import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { asSvg } from './drawings/svg.ts';
import { drawPictures, readDrawings } from './product-drawings.ts';

/** `npm run demo:build`: draws the pictures of the demo shop. Run it after a change of the drawings, and commit what it writes. */
const folder = join(import.meta.dirname, 'pictures');
const pixels = 480;
const quality = 80;

await rm(folder, { recursive: true, force: true });
await mkdir(folder);
const pictures = (await Promise.all((await readDrawings()).map(drawPictures))).flat();
await Promise.all(
  pictures.map(({ file, content }) =>
    sharp(Buffer.from(asSvg(content, pixels)))
      .webp({ quality, effort: 6 })
      .toFile(join(folder, file)),
  ),
);
process.stdout.write(`${pictures.length} pictures\n`);
