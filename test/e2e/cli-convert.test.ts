import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { asJson, withFolder } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';

/** `vitrine convert`, and a service that must accept what it writes. */

let service: LocalService;
/** By project. */
const keys = new Map<string, string>();
before(async () => {
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

interface Converted {
  readonly synonyms: number;
  readonly mergedSynonyms: number;
  readonly leftOut: Record<string, number>;
}

/** Converts files, and applies the settings and rules to a new project. */
async function convertInto(
  project: string,
  from: string,
  files: Readonly<Record<string, unknown>>,
): Promise<Converted> {
  const key = await service.project(project, ['settings']);
  keys.set(project, key);
  const converted: Converted[] = [];
  await withFolder(async (folder) => {
    const paths = await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        await writeFile(join(folder, name), JSON.stringify(content));
        return join(folder, name);
      }),
    );
    const out = join(folder, 'converted');
    converted.push(await asJson<Converted>(['convert', ...paths, '--from', from, '--out', out]));
    for (const name of ['settings', 'rules']) {
      const written = await readFile(join(out, `${name}.json`), 'utf8').catch(() => null);
      if (written === null) continue;
      const body = JSON.parse(written) as object;
      const reply = await service.ask('PUT', `/api/projects/${project}/${name}`, { key, body });
      assert.ok(reply.status === 200 || reply.status === 202, JSON.stringify(reply.body));
    }
  });
  return converted[0]!;
}

async function readSynonyms(project: string): Promise<unknown[]> {
  const { body } = await service.ask<{ synonyms: unknown[] }>('GET', `/api/projects/${project}/synonyms`, {
    key: keys.get(project)!,
  });
  return body.synonyms;
}

test('mutual lists of Meilisearch, also incomplete ones, become synonyms that a service accepts', async () => {
  const synonyms = {
    tv: ['television', 'telly'],
    television: ['tv', 'telly'],
    telly: ['tv', 'television'],
    phone: ['mobile', 'cell'],
    mobile: ['phone'],
    cell: ['phone'],
    sofa: ['sofas', 'couch'],
    'one two three four five': ['six'],
    '???': ['what'],
  };
  const { leftOut, mergedSynonyms } = await convertInto('meili', 'meilisearch', {
    'settings.json': { rankingRules: ['words'], synonyms },
  });
  assert.deepEqual(await readSynonyms('meili'), [
    { kind: 'equivalent', words: ['tv', 'television', 'telly'] },
    { kind: 'equivalent', words: ['phone', 'mobile'] },
    { kind: 'equivalent', words: ['phone', 'cell'] },
    { kind: 'oneWay', from: 'sofa', to: ['couch'] },
  ]);
  assert.ok(mergedSynonyms > 0);
  const told = Object.keys(leftOut).filter((reason) => reason.startsWith('the synonyms'));
  assert.match(told.join('\n'), /the synonyms of "one two three four five": .*4 words/);
  assert.match(told.join('\n'), /the synonyms of "\?\?\?": .*no letter or digit/);
});

test('synonyms of Algolia that overlap are merged, and one without a counterpart stops no other', async () => {
  const { leftOut } = await convertInto('algolia', 'algolia', {
    'settings.json': { customRanking: ['desc(popularity)'], queryLanguages: ['en', 'xx'] },
    'synonyms.json': [
      { objectID: 's1', type: 'synonym', synonyms: ['wi-fi', 'wifi', 'wi fi'] },
      { objectID: 's2', type: 'synonym', synonyms: ['tv', 'television'] },
      { objectID: 's3', type: 'synonym', synonyms: ['television', 'tv', 'telly'] },
      { objectID: 's4', type: 'oneWaySynonym', input: 'lamp', synonyms: ['light'] },
      { objectID: 's5', type: 'oneWaySynonym', input: 'light', synonyms: ['lantern'] },
      { objectID: 's6', type: 'altCorrection1', word: 'lantern', corrections: ['lamp'] },
      { objectID: 's7', type: 'placeholder', placeholder: '<size>', replacements: ['s', 'm'] },
    ],
    'rules.json': [
      { objectID: 'good', conditions: [], consequence: { hide: [{ objectID: 'a' }] } },
      { objectID: 'far', conditions: [], consequence: { promote: [{ objectID: 'a', position: 1e9 }] } },
    ],
  });
  assert.deepEqual(await readSynonyms('algolia'), [
    { kind: 'equivalent', words: ['wi-fi', 'wifi'] },
    { kind: 'equivalent', words: ['television', 'tv', 'telly'] },
    { kind: 'equivalent', words: ['lamp', 'light', 'lantern'] },
  ]);
  const told = Object.keys(leftOut).join('\n');
  assert.match(told, /the synonyms s7: the type placeholder/);
  assert.match(told, /the language xx/);
  assert.match(told, /the rule far: .*position/);
  const { body } = await service.ask<{ rules: { id: string }[] }>('GET', '/api/projects/algolia/rules', {
    key: keys.get('algolia')!,
  });
  assert.deepEqual(
    body.rules.map(({ id }) => id),
    ['good'],
  );
});

test('synonyms of Elasticsearch in the format of Solr, of settings and of a synonyms set', async () => {
  const { leftOut } = await convertInto('elastic', 'elasticsearch', {
    'settings.json': {
      products: {
        settings: {
          index: {
            analysis: {
              filter: {
                one: {
                  type: 'synonym_graph',
                  synonyms: ['i-pod, i pod => ipod', '# none', 'a\\,b, c => c, d'],
                },
                two: { type: 'synonym', format: 'wordnet', synonyms: ["s(1,1,'abstain',v,1,0)."] },
              },
            },
          },
        },
      },
    },
    'set.json': { count: 1, synonyms_set: [{ id: 'r1', synonyms: 'ipod => i-pod, music player' }] },
  });
  assert.deepEqual(await readSynonyms('elastic'), [
    { kind: 'equivalent', words: ['i-pod', 'ipod'] },
    { kind: 'oneWay', from: 'a,b', to: ['c', 'd'] },
    { kind: 'oneWay', from: 'c', to: ['d'] },
    { kind: 'oneWay', from: 'ipod', to: ['music player'] },
  ]);
  assert.deepEqual(Object.keys(leftOut), ['products.settings.index.analysis.filter.two: the format wordnet']);
});

test('synonyms of Typesense', async () => {
  await convertInto('typesense', 'typesense', {
    'synonyms.json': {
      synonyms: [
        { id: 'a', synonyms: ['blazer', 'coat', 'coats'] },
        { id: 'b', root: 'coat', synonyms: ['blazer', 'jacket'] },
        { id: 'c', root: 'jacket', synonyms: ['coat'] },
      ],
    },
  });
  assert.deepEqual(await readSynonyms('typesense'), [
    { kind: 'equivalent', words: ['coat', 'blazer'] },
    { kind: 'equivalent', words: ['coat', 'jacket'] },
  ]);
});
