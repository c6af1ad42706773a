import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectWithItemAddress } from './addressed-projection.ts';
import { isAddressTemplate, buildItemAddress } from './item-address.ts';

const template = 'https://shop.example/p/{handle}?v={sku}';

test('buildItemAddress() is the own address, or that of the template with all its fields', () => {
  assert.equal(
    buildItemAddress({ url: 'https://own.example/ä b', handle: 'a', sku: '1' }, template),
    'https://own.example/%C3%A4%20b',
  );
  assert.equal(
    buildItemAddress({ url: '', handle: 'a/b ü', sku: '1' }, template),
    'https://shop.example/p/a%2Fb%20%C3%BC?v=1',
  );
  assert.equal(buildItemAddress({ handle: 'a' }, template), null);
  assert.equal(buildItemAddress({ handle: 'a', sku: '1' }, ''), null);
  assert.deepEqual(
    ['https://shop.example/{id}', 'http://{sku}.example/', '/p/{id}', 'javascript:{id}', ''].map(
      isAddressTemplate,
    ),
    [true, true, false, false, false],
  );
});

test('projectWithItemAddress() gives items without an address that of the template, from visible fields', () => {
  const shown = (item: object, fields: string[] | null = null, exclude: string[] = []): object =>
    JSON.parse(
      Buffer.from(
        projectWithItemAddress({ fields, exclude, local: null }, template)(Buffer.from(JSON.stringify(item))),
      ).toString(),
    ) as object;
  const item = { _id: 'i1', id: 'a', handle: 'boot', sku: '1', name: 'Boot' };
  const url = 'https://shop.example/p/boot?v=1';
  assert.deepEqual(shown(item), { ...item, url });
  assert.deepEqual(shown({ ...item, url: 'https://own.example/' }), { ...item, url: 'https://own.example/' });
  for (const empty of ['', null, ' ']) {
    const bytes = projectWithItemAddress(
      { fields: null, exclude: [], local: null },
      template,
    )(Buffer.from(JSON.stringify({ ...item, url: empty })));
    assert.equal(Buffer.from(bytes).toString(), JSON.stringify({ ...item, url }));
  }
  assert.deepEqual(shown(item, ['name', 'url']), { _id: 'i1', id: 'a', name: 'Boot', url });
  assert.deepEqual(shown(item, ['name']), { _id: 'i1', id: 'a', name: 'Boot' });
  assert.ok(!('url' in shown(item, null, ['url'])));
  // A private field must not show in an address.
  assert.ok(!('url' in shown(item, null, ['handle'])));
  assert.ok(!('url' in shown({ id: 'a' })));
});
