import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './service.ts';

/** A JPEG of half a pepper and half a melon, for photo searches with the confidence `low`. */
export async function uncertainPicture(): Promise<Buffer> {
  const picture = (name: string): Buffer =>
    readFileSync(join(root, 'demo', 'groceries', 'pictures', `${name}.jpg`));
  const half = await sharp(picture('red-bell-pepper')).resize(150, 300, { fit: 'fill' }).toBuffer();
  return await sharp(picture('watermelon'))
    .resize(300, 300, { fit: 'fill' })
    .composite([{ input: half, left: 150, top: 0 }])
    .jpeg()
    .toBuffer();
}
