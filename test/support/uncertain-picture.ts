import sharp from 'sharp';
import { readGroceryPicture } from './grocery-picture.ts';

/** A JPEG of half a pepper and half a melon, for photo searches with the confidence `low`. */
export async function uncertainPicture(): Promise<Buffer> {
  const half = await sharp(readGroceryPicture('red-bell-pepper'))
    .resize(150, 300, { fit: 'fill' })
    .toBuffer();
  return await sharp(readGroceryPicture('watermelon'))
    .resize(300, 300, { fit: 'fill' })
    .composite([{ input: half, left: 150, top: 0 }])
    .jpeg()
    .toBuffer();
}
