import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseColumnMapping, buildUrlTemplate } from './column-mapping.ts';
import { readFile } from './import-file.fixture.ts';

const template = 'https://shop.example/p/{handle}';

test('a mapping has the address of items without one', async () => {
  const mapping = parseColumnMapping(
    JSON.stringify({ Titel: 'name', Kurz: 'handle', urlTemplate: template }),
  );
  assert.equal(buildUrlTemplate(mapping), template);
  const { items, errors } = await readFile(
    'id,Titel,price,Kurz,url\na,Boot,5,boot shoe,\nb,Hat,6,hat,https://own.example/hat\nc,Cap,7,,\n',
    { mapping },
  );
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map(({ url }) => url),
    ['https://shop.example/p/boot%20shoe', 'https://own.example/hat', undefined],
  );
});

test('the address of a mapping may name the id and the SKU, and a column may be called urlTemplate', async () => {
  const { items } = await readFile('id,name,price\na1,Boot,5\n', {
    mapping: { urlTemplate: 'https://shop.example/{id}/{sku}' },
  });
  assert.equal(items[0]?.['url'], 'https://shop.example/a1/a1');
  const column = await readFile('id,name,price,urlTemplate\na1,Boot,5,x\n', {
    mapping: { urlTemplate: 'note' },
  });
  assert.deepEqual([column.items[0]?.['note'], column.items[0]?.['url']], ['x', undefined]);
  for (const wrong of ['/p/{id}', 'javascript:{id}'])
    await assert.rejects(
      readFile('id,name,price\na1,Boot,5\n', {
        mapping: parseColumnMapping(JSON.stringify({ urlTemplate: wrong })),
      }),
      /must be a column of the file/,
    );
});
