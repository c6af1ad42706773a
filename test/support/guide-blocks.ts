import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/**
 * The named code blocks of a guide: "```js main.js" is the block `main.js`.
 * @throws AssertionError if two blocks have one name
 */
export function guideBlocks(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(
    ([, name = '', code = '']) => [name, code] as const,
  );
  const byName = new Map(blocks);
  assert.equal(byName.size, blocks.length, 'two blocks with one name');
  return byName;
}
