import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { wholeOnly } from '../support/matrix.ts';
import { openEmbedded } from './embedded-shop.ts';
import { content, Shop, withCode } from './shop.ts';

test('Catalog.replaceAll() takes changes of 256 MiB, and not one byte more', wholeOnly, async () => {
  await using shop = await Shop.open(openEmbedded());
  // The same content for each item: a large one of its own for each would only cost memory.
  const large = content({ id: 'large', note: 'x'.repeat(4 * 1024 * 1024) });
  const change = (no: number, note = large.fieldsJson) => {
    const id = `i${no.toString().padStart(2, '0')}`;
    const fieldsJson = note.replace('"large"', `"${id}"`);
    return { address: { id }, decide: () => ({ ...large, id, fieldsJson }) };
  };
  const [sample] = (await shop.project.catalog.change([change(0)])).map((outcome) =>
    outcome.kind === 'stored' ? outcome.item.json.length : 0,
  );
  await shop.remove('i00');
  const count = Math.floor(limits.replacedBytesMax / sample!);
  const spare = limits.replacedBytesMax - count * sample!;
  const changesOf = (extra: number) =>
    Array.from({ length: count }, (_, no) =>
      no === 0 ? change(no, large.fieldsJson.replace('xx', 'x'.repeat(2 + extra))) : change(no),
    );
  const run = (extra: number) => shop.project.catalog.replaceAll(changesOf(extra), () => true);
  await assert.rejects(run(spare + 1), withCode('catalog_not_replaced'));
  assert.deepEqual(shop.project.catalog.count(), { total: 0, active: 0 });
  assert.equal((await run(spare)).outcomes.length, count);
  assert.equal(shop.project.catalog.count().total, count);
});
