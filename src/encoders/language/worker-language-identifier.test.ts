import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { catalogNames } from './catalog-names.fixture.ts';
import { identifyCatalogLanguage } from './catalog-language.ts';
import { WorkerLanguageIdentifier } from './worker-language-identifier.ts';

test('WorkerLanguageIdentifier.identify() answers calls in any number as identifyCatalogLanguage() does', async () => {
  await using identifier = new WorkerLanguageIdentifier();
  const catalogs = ['de', 'ja', 'fr'].map((language) => catalogNames[language]!);
  assert.deepEqual(
    await Promise.all(catalogs.map((names) => identifier.identify(names))),
    catalogs.map((names) => identifyCatalogLanguage(names)),
  );
});

test('WorkerLanguageIdentifier ends its thread when idle, and starts another one', async () => {
  await using identifier = new WorkerLanguageIdentifier({ idleMs: 1 });
  assert.ok(!identifier.isRunning);
  assert.equal((await identifier.identify(catalogNames['de']!)).language, 'de');
  await until('the thread still runs', () => !identifier.isRunning);
  assert.equal((await identifier.identify(catalogNames['fr']!)).language, 'fr');
});

test('WorkerLanguageIdentifier fails the calls that its thread has not answered when it ends', async () => {
  const identifier = new WorkerLanguageIdentifier();
  const call = assert.rejects(identifier.identify(catalogNames['de']!), /The thread language has exited/);
  await identifier[Symbol.asyncDispose]();
  await call;
});
