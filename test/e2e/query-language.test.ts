import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: LocalService;
before(async () => {
  service = await LocalService.start();
});
after(() => service.stop());

test('GET /search accepts a language, warns about one that is not enabled, and rejects an invalid one', async () => {
  const own = await service.project('toys', ['search', 'items:write', 'settings']);
  const put = await service.ask<{ task: { id: string } | null }>('PUT', '/api/projects/toys/settings', {
    key: own,
    body: { search: { languages: ['en', 'de'], zeroResultsFallback: 'none' } },
  });
  assert.equal(put.status, 200);
  const data = [item('car', { name: 'Die cast car' }), item('kit', { name: 'Cast resin kit with car' })];
  await until('Reindexing did not finish', async () => {
    const { body } = await service.ask<{ task: unknown }>('GET', '/api/projects/toys/settings', { key: own });
    return body.task === null;
  });
  await service.ask('POST', '/api/items', { key: own, body: { project: 'toys', data } });
  const found = (more: string) =>
    service.ask<Found>('GET', `/search/toys?q=die+cast+car&explain=true${more}`, { key: own });
  const words = async (more: string): Promise<unknown> =>
    ((await found(more)).body.items[0]!['_ranking'] as Sent)['wordsTotal'];
  assert.equal(await words(''), 2);
  for (const tag of ['en', 'en-GB', 'EN_us']) assert.equal(await words(`&language=${tag}`), 3, tag);
  assert.equal(await words('&language=de'), 2);
  const { body } = await found('&language=fr');
  assert.deepEqual(ids(body), ids((await found('')).body));
  assert.deepEqual(
    (body['warnings'] as Sent[]).map(({ code, path }) => [code, path]),
    [['language_not_set', 'language']],
  );
  assert.equal((await found('&language=de'))['body']['warnings'], undefined);
  for (const wrong of ['deutsch+bitte', '1', 'e', 'x'.repeat(36)])
    assert.equal(refusal(await found(`&language=${wrong}`)), '400 invalid_request language', wrong);
  const several = await service.ask<{ results: Found[] }>('POST', '/search', {
    key: own,
    body: { project: 'toys', searches: [{ q: 'car', language: 'fr' }, { q: 'car' }] },
  });
  assert.deepEqual(
    several.body.results.map(({ warnings }) => (warnings as Sent[] | undefined)?.length ?? 0),
    [1, 0],
  );
});
