import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraftView, pinConfiguration } from '../../src/domain/configuration/project-view.ts';
import type { StoredDraft } from '../../src/ports/configuration/drafts.ts';
import { embeddedShop } from './embedded-shop.ts';

const nothing = (): void => undefined;
const stored: StoredDraft = {
  draft: {
    id: 'd',
    settings: { search: { soldOutLast: 'never' }, events: { otherWeight: 2 } },
    rules: { put: [{ id: 'draft', hide: ['x'] }] },
    collections: { put: [{ id: 'own', items: ['x'] }], remove: ['gone'] },
    placements: { put: [{ id: 'top', list: 'trending' }] },
  },
  author: 'test',
  base: [],
};

test('createDraftView() is computed once, until the draft or the live configuration changes', async () => {
  await using shop = await embeddedShop();
  const { project } = shop;
  await project.collections.change('gone', () => ({ id: 'gone', items: ['x'] }));
  await project.collections.change('kept', () => ({ id: 'kept', items: ['x'] }));
  const view = () => createDraftView(project, stored).project;
  const first = view();
  assert.deepEqual(
    first.rules.current().rules.map(({ id }) => id),
    ['draft'],
  );
  assert.deepEqual([...first.collections.current().keys()], ['kept', 'own']);
  assert.equal(first.placements.current().get('top')?.value.list, 'trending');
  assert.equal(first.settings.effective().search.soldOutLast, 'never');
  // The same objects: what is compiled for them is kept.
  assert.equal(view().rules.current(), first.rules.current());
  assert.equal(view().settings.effective(), first.settings.effective());
  assert.equal(
    first.collections.current().get('kept')?.value,
    project.collections.current().get('kept')?.value,
  );

  await project.rules.change(() => [{ id: 'live', hide: ['y'] }]);
  assert.deepEqual(
    view()
      .rules.current()
      .rules.map(({ id }) => id),
    ['live', 'draft'],
  );
  assert.equal(first.rules.current().rules.length, 1, 'a view does not change');
  await project.settings.change(() => ({ search: { zeroResultsFallback: 'none' } }), nothing);
  const { search } = view().settings.effective();
  assert.deepEqual([search.zeroResultsFallback, search.soldOutLast], ['none', 'never']);
  const other: StoredDraft = { ...stored, draft: { id: 'd' } };
  const { project: empty, notApplied } = createDraftView(project, other);
  assert.equal(empty.settings.effective(), project.settings.effective());
  assert.deepEqual(notApplied, []);
  assert.deepEqual(createDraftView(project, stored).notApplied, ['settings.events.otherWeight']);
  const learning: StoredDraft = {
    ...stored,
    draft: { id: 'p', settings: { search: { learnFromPhotos: false, learnCorrections: false } } },
  };
  assert.deepEqual(createDraftView(project, learning).notApplied, [
    'settings.search.learnFromPhotos',
    'settings.search.learnCorrections',
  ]);
});

test('pinConfiguration() has the configuration of its moment', async () => {
  await using shop = await embeddedShop();
  const { project } = shop;
  const view = pinConfiguration(project);
  await project.rules.change(() => [{ id: 'live', hide: ['y'] }]);
  await project.placements.change('top', () => ({ id: 'top', list: 'user' }));
  await project.settings.change(() => ({ search: { soldOutLast: 'never' } }), nothing);
  assert.equal(view.rules.current().rules.length, 0);
  assert.equal(view.placements.current().size, 0);
  assert.equal(view.settings.effective().search.soldOutLast, 'inTier');
  assert.equal(view.catalog, project.catalog);
});
