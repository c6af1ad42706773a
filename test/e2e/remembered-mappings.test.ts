import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';

/** A mapping of columns is used again for files with the same columns. */
let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
});
after(() => service[Symbol.asyncDispose]());

interface Found {
  readonly rememberedAt: number | null;
  readonly decimal: string | null;
}
interface Preview {
  readonly file: Found;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

async function post<T>(path: string, body: string): Promise<T> {
  const response = await fetch(`${service.url}/api/items/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'text/csv' },
    body,
  });
  return (await response.json()) as T;
}
const preview = async (body: string, query = ''): Promise<Preview> =>
  (await post<{ preview: Preview }>(`import/preview?project=shop${query}`, body)).preview;
const imported = async (
  body: string,
  query = '',
): Promise<{ created: number; updated: number; file: Found }> =>
  (
    await post<{ task: { progress: { created: number; updated: number; file: Found } } }>(
      `import?project=shop${query}`,
      body,
    )
  ).task.progress;
const mapped = (mapping: object): string => `&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;

const file = 'Nr;Titel;Preis;EK\na;A;1.299;1\n';
const mapping = { Nr: 'id', Titel: 'name', Preis: 'price', EK: null };

test('the choices of an import are used for the next file with its columns, in any order, and told', async () => {
  assert.deepEqual((await preview(file)).mapping, {});
  const before = Date.now();
  const first = await imported(file, `${mapped(mapping)}&decimal=comma`);
  assert.deepEqual([first.created, first.file.rememberedAt], [1, null]);
  const shown = await preview('EK;Nr;Preis;Titel\n1;b;2.499;B\n');
  assert.deepEqual([shown.mapping, shown.file.decimal], [mapping, 'comma']);
  const proven = await preview('EK;Nr;Preis;Titel\n1;b;24.99;B\n');
  assert.equal(proven.items[0]?.['price'], 24.99, 'the file itself wins');
  assert.deepEqual(
    [shown.items[0]?.['id'], shown.items[0]?.['price'], shown.items[0]?.['EK']],
    ['b', 2499, undefined],
  );
  const at = shown.file.rememberedAt ?? 0;
  assert.ok(at >= before && at <= Date.now());
  assert.equal((await imported(file)).file.rememberedAt, at);
  // The file of rejected lines has two columns more.
  assert.deepEqual((await preview('Nr;Titel;Preis;EK;line;error\na;A;1;1;2;wrong\n')).mapping, mapping);
  assert.deepEqual((await preview('Nr;Titel;Preis\na;A;1\n')).mapping, {}, 'other columns');
});

test('a mapping in the request wins, and an empty one forgets', async () => {
  const other = { ...mapping, EK: 'cost' };
  assert.deepEqual((await preview(file, mapped(other))).mapping, other);
  assert.deepEqual((await preview(file)).mapping, mapping, 'a preview remembers nothing');
  await imported('Nr;Titel;Preis;EK;id;name;price\na;A;1;1;z;Z;1\n', mapped({}));
  assert.deepEqual((await preview(file)).mapping, mapping, 'other columns');
  await post('import?project=shop&mapping=%7B%7D', file);
  assert.deepEqual((await preview(file)).mapping, mapping, 'an import that fails chooses nothing');
  await imported(file, mapped({ Nr: 'id', Titel: 'name', Preis: 'price' }));
  assert.deepEqual((await preview(file)).mapping, { Nr: 'id', Titel: 'name', Preis: 'price' });
  const own = 'id,name,price,shelf\na,A,1,7\n';
  await imported(own, mapped({ shelf: 'place' }));
  assert.deepEqual((await preview(own)).mapping, { shelf: 'place' });
  await imported(own, mapped({}));
  assert.deepEqual((await preview(own)).mapping, {});
});

test('a project keeps the 50 newest mappings', async () => {
  const wide = (no: number): string => `id,name,price,c${no}\nw,W,1,2\n`;
  for (let no = 0; no < 50; no++) await imported(wide(no), mapped({ [`c${no}`]: null }));
  assert.deepEqual((await preview(wide(0))).mapping, { c0: null });
  assert.deepEqual((await preview(file)).mapping, {}, 'forgotten');
  await imported(wide(50), mapped({ c50: null }));
  assert.deepEqual([(await preview(wide(0))).mapping, (await preview(wide(1))).mapping], [{}, { c1: null }]);
});
