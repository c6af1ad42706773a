import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSettings } from '../../kernel/text/segments/segment-format.ts';
import { defaultTextSettings as built, type TextSettings } from '../../kernel/text/schema/settings.ts';
import { adaptSettings } from './settings-view.ts';

const changes: Readonly<Record<string, Partial<TextSettings>>> = {
  'name.fields': { name: { ...built.name, fields: ['title'] } },
  zones: { zones: [{ fields: ['note'], weight: 1, lengthPenalty: 0 }] },
  unsearchableFields: { unsearchableFields: ['note'] },
  identifiers: { identifiers: ['sku'] },
  'typos.disabledFields': { typos: { ...built.typos, disabledFields: ['sku'] } },
  languages: { languages: ['de'] },
  stopWords: { stopWords: ['the'] },
};

test('settingsFor() keeps every setting that determines what is indexed, and names it', () => {
  for (const [name, change] of Object.entries(changes)) {
    const wanted = { ...built, ...change, groupBy: 'series' };
    assert.notEqual(hashSettings(wanted), hashSettings(built), name);
    const { settings, notApplied } = adaptSettings(wanted, built);
    assert.deepEqual(notApplied, [name]);
    assert.equal(hashSettings(settings), hashSettings(built), name);
    assert.equal(settings.groupBy, 'series');
  }
});

test('settingsFor() applies all others', () => {
  const wanted: TextSettings = {
    ...built,
    zones: built.zones.map((zone) => ({ ...zone, weight: 0.9 })),
    synonyms: [{ kind: 'oneWay', from: 'a', to: ['b'] }],
    prefix: 'always',
  };
  assert.deepEqual(adaptSettings(wanted, built), { settings: wanted, notApplied: [] });
});
