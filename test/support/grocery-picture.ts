import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/** A JPEG of the demo's groceries: `leek`, `oatly-oat-milk` and others. */
export function readGroceryPicture(name: string): Buffer {
  return readFileSync(join(root, 'demo', 'groceries', 'pictures', `${name}.jpg`));
}
