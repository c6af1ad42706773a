import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Json, JsonObject } from '../../src/ports/catalog/json.ts';
import { vitrine } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';

/** `vitrine pull` and `vitrine apply`: the settings of a project as files. */

let service: LocalService;
let key = '';
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pull-'));
  service = await LocalService.start();
  key = await service.project('shop', ['settings']);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Applied {
  readonly changes: readonly { readonly kind: string; readonly id: string }[];
  readonly kept: readonly string[];
  readonly version: number | null;
}

const settingsFolder = (): string => join(folder, 'settings');
const run = (args: readonly string[], expected = 0, project = 'shop', with_ = key): Promise<string> =>
  runAt(args, expected, project, with_);

async function runAt(
  args: readonly string[],
  expected: number,
  project: string,
  with_: string,
): Promise<string> {
  const target = ['--project', project, '--url', service.url, '--key', with_];
  const { status, stdout, stderr } = await vitrine([...args, ...target]);
  assert.equal(status, expected, stdout + stderr);
  return stdout + stderr;
}

async function applied(...options: string[]): Promise<Applied> {
  return JSON.parse(await run(['apply', settingsFolder(), '--json', ...options])) as Applied;
}

const parts = ({ changes }: Applied): string[] => changes.map(({ kind, id }) => `${kind}/${id}`).sort();

async function edit(file: string, edited: (value: Json) => Json): Promise<void> {
  const path = join(settingsFolder(), file);
  const value = JSON.parse(await readFile(path, 'utf8')) as Json;
  await writeFile(path, JSON.stringify(edited(value)));
}

async function change(path: string, body: object): Promise<void> {
  const { status, body: reply } = await service.ask('PUT', `/api/projects/shop/${path}`, { key, body });
  assert.equal(status, 200, JSON.stringify(reply));
}

const rule = (id: string, query: string): JsonObject => ({
  id,
  when: { query },
  pin: [{ id: 'boot-7', position: 1 }],
});

async function configure(): Promise<void> {
  await change('settings', {
    search: {
      synonyms: [{ kind: 'equivalent', words: ['sofa', 'couch'] }],
      typos: { minLengthOneTypo: 5 },
      soldOutLast: 'always',
    },
    events: { weights: { cart: 3, wishlist: 2 } },
  });
  await change('rules', { rules: [rule('a', 'boots'), rule('b', 'lamp')] });
  await change('collections/sale', { collection: { id: 'sale', name: 'Sale', filter: 'onSale:true' } });
  await change('placements/home-top', { placement: { id: 'home-top', list: 'trending' } });
}

test('pull writes a file for each subject, and apply of the same files changes nothing', async () => {
  await configure();
  await run(['pull', settingsFolder()]);
  const files = (await readdir(settingsFolder(), { recursive: true })).sort();
  assert.deepEqual(files, [
    'collections',
    'collections/sale.json',
    'placements',
    'placements/home-top.json',
    'rules.json',
    'settings.json',
    'synonyms.json',
    'vitrine.json',
  ]);
  const settings = JSON.parse(await readFile(join(settingsFolder(), 'settings.json'), 'utf8')) as object;
  assert.deepEqual(settings, {
    search: { typos: { minLengthOneTypo: 5 }, soldOutLast: 'always' },
    events: { weights: { cart: 3, wishlist: 2 } },
  });
  assert.match(await run(['apply', settingsFolder()]), /^No changes of shop$/m);
  const { versions } = (
    await service.ask<{ versions: unknown[] }>('GET', '/api/projects/shop/versions', { key })
  ).body;
  assert.equal(versions.length, 4, 'apply made no version');
});

test('apply --dry-run shows the changes and makes none, apply makes all of them in one version with a message', async () => {
  await edit('settings.json', (settings) => ({
    search: { ...((settings as JsonObject)['search'] as JsonObject), typos: { enabled: false } },
    events: { weights: { wishlist: 4 } },
  }));
  await edit('rules.json', (rules) => {
    const [a = null, b = null] = rules as Json[];
    return [b, rule('c', 'chair'), a];
  });
  await edit('collections/sale.json', (sale) => ({ ...(sale as JsonObject), name: 'Big sale' }));
  const expected = [
    'collections/sale',
    'ruleOrder/all',
    'rules/c',
    'settings/events.weights',
    'settings/search.typos',
  ];
  const dry = await applied('--dry-run');
  assert.deepEqual([parts(dry), dry.version], [expected, null]);
  const { drafts } = (await service.ask<{ drafts: unknown[] }>('GET', '/api/projects/shop/drafts', { key }))
    .body;
  assert.deepEqual(drafts, [], 'a dry run leaves no draft');
  const text = await run(['apply', settingsFolder(), '--dry-run']);
  assert.match(text, /^~ collections\/sale name: "Sale" -> "Big sale"$/m);
  assert.match(text, /^\+ rules\/c$/m);
  assert.match(text, /^5 changes of shop, not applied$/m);

  const made = await applied('--message', 'From the repository');
  assert.deepEqual(parts(made), expected);
  const { body } = await service.ask<{ versions: { number: number; message: string; parts: unknown[] }[] }>(
    'GET',
    '/api/projects/shop/versions?limit=1',
    { key },
  );
  const [version] = body.versions;
  assert.deepEqual(
    [version!.number, version!.message, version!.parts.length],
    [made.version, 'From the repository', 5],
  );
  assert.deepEqual((await applied()).changes, [], 'a second apply changes nothing');
  const { rules } = (
    await service.ask<{ rules: { id: string }[] }>('GET', '/api/projects/shop/rules', { key })
  ).body;
  assert.deepEqual(
    rules.map(({ id }) => id),
    ['b', 'c', 'a'],
  );
  const { settings } = (
    await service.ask<{ settings: { search: { typos: object }; events: { weights: object } } }>(
      'GET',
      '/api/projects/shop/settings',
      { key },
    )
  ).body;
  assert.deepEqual(settings.search.typos, {
    enabled: false,
    minLengthOneTypo: 4,
    minLengthTwoTypos: 8,
    disabledFields: [],
    disabledWords: [],
  });
  assert.deepEqual(settings.events.weights, {
    view: 1,
    click: 1,
    cart: 1,
    purchase: 1,
    dislike: -1,
    wishlist: 4,
  });
});

test('apply keeps what the folder does not have, and removes it with --prune', async () => {
  await rm(join(settingsFolder(), 'placements', 'home-top.json'));
  await rm(join(settingsFolder(), 'synonyms.json'));
  await edit('rules.json', (rules) => (rules as Json[]).slice(1));
  const kept = await applied();
  assert.deepEqual(
    [kept.changes, [...kept.kept].sort()],
    [[], ['placements/home-top', 'rules/b', 'settings/search.synonyms']],
  );
  const pruned = await applied('--prune');
  assert.deepEqual(parts(pruned), ['placements/home-top', 'rules/b', 'settings/search.synonyms']);
  assert.deepEqual((await applied('--prune')).changes, []);
});

test('apply to another project makes it the same, and pull removes files of what is gone', async () => {
  const other = await service.project('other', ['settings']);
  await runAt(['apply', settingsFolder()], 0, 'other', other);
  assert.match(
    await runAt(['apply', settingsFolder(), '--prune'], 0, 'other', other),
    /^No changes of other$/m,
  );
  await service.ask('DELETE', '/api/projects/shop/collections/sale', { key });
  await run(['pull', settingsFolder()]);
  assert.deepEqual(await readdir(join(settingsFolder(), 'collections')), []);
});

test('apply refuses what it does not know with the file and the place, and changes nothing', async () => {
  await run(['pull', settingsFolder()]);
  const marker = await readFile(join(settingsFolder(), 'vitrine.json'), 'utf8');
  const original = await readFile(join(settingsFolder(), 'rules.json'), 'utf8');
  const cases: readonly [string, string, RegExp][] = [
    ['rules.json', '[{"id": "a", "pinn": 1}]', /rules\.json: \[0\]\.pinn: is not known here/],
    ['rules.json', '[{"id": "a"}, {"id": "a"}]', /rules\.json: \[1\]\.id: a is there twice/],
    ['rules.json', '[{"name": "x"}]', /rules\.json: \[0\] must be an object with an id/],
    ['rules.json', '[\n  {"id": "a",}\n]', /rules\.json: .*JSON.*line 2/],
    ['settings.json', '{"search": {"typo": {}}}', /settings\.json: search\.typo: is not known here/],
    ['settings.json', '{"searching": {"a": 1}}', /settings\.json: searching: is not known here/],
    ['settings.json', '{"search": []}', /settings\.json: search must be an object/],
    ['synonyms.json', '[{"kind": "same", "words": ["a", "b"]}]', /synonyms\.json: \[0\]\.kind: must be/],
    ['collections/new.json', '{"id": "new", "filter": "price:"}', /collections\/new\.json: filter: /],
    ['placements/new.json', '{"id": "new", "list": "best"}', /placements\/new\.json: list: /],
    ['setings.json', '{}', /setings\.json: it is no file of settings/],
    ['vitrine.json', '{"format": 2, "project": "shop"}', /vitrine\.json: it must have "format": 1/],
  ];
  for (const [file, text, message] of cases) {
    const path = join(settingsFolder(), file);
    const before = await readFile(path, 'utf8').catch(() => null);
    await writeFile(path, text);
    assert.match(await run(['apply', settingsFolder()], 1), message, file);
    if (before === null) await rm(path);
    else await writeFile(path, before);
  }
  assert.equal(await readFile(join(settingsFolder(), 'vitrine.json'), 'utf8'), marker);
  assert.equal(await readFile(join(settingsFolder(), 'rules.json'), 'utf8'), original);
  assert.deepEqual((await applied()).changes, []);
  const { drafts } = (await service.ask<{ drafts: unknown[] }>('GET', '/api/projects/shop/drafts', { key }))
    .body;
  assert.deepEqual(drafts, []);
});

test('pull refuses a folder with other files, and apply one that pull did not write', async () => {
  const other = join(folder, 'other');
  await mkdir(other);
  await writeFile(join(other, 'package.json'), '{}');
  assert.match(await run(['pull', other], 1), /as it has other files/);
  assert.match(await run(['apply', other], 1), /There is no vitrine\.json/);
  assert.deepEqual(await readdir(other), ['package.json']);
});

test('the settings of the script of shops are pulled and applied, with single texts and styles', async () => {
  const front = {
    columns: { desktop: 5 },
    style: { accent: '#123456' },
    texts: { more: 'More' },
    lists: [{ placement: 'p', selector: '#main' }],
  };
  await change('settings', { front });
  await run(['pull', settingsFolder()]);
  assert.deepEqual(parts(await applied('--dry-run')), []);
  await change('settings', {
    front: { columns: null, style: { accent: 'red', radius: '4px' }, texts: { other: 'x' }, share: 0.5 },
  });
  const changes = parts(await applied());
  assert.deepEqual(changes, ['settings/front.columns', 'settings/front.style', 'settings/front.texts']);
  const read = async () =>
    (await service.ask<{ changes: { front: JsonObject } }>('GET', '/api/projects/shop/settings', { key }))
      .body.changes.front;
  const { share, columns, texts, style } = await read();
  assert.deepEqual([share, columns, texts], [0.5, front.columns, front.texts]);
  assert.deepEqual({ radius: '', ...(style as JsonObject) }, { ...front.style, radius: '' });
  assert.deepEqual(parts(await applied('--prune')).includes('settings/front.share'), true);
  assert.equal((await read())['share'], undefined);
});
