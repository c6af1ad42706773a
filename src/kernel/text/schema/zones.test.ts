import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings } from './settings.ts';
import { noZone, createZoneResolver } from './zones.ts';

test('`*` among the unsearchable fields is all that no zone names', () => {
  const zoneOf = createZoneResolver({
    ...defaultTextSettings,
    zones: [{ fields: ['attrs', 'brand'], weight: 0.2, lengthPenalty: 0.6 }],
    unsearchableFields: ['*', 'attrs.note'],
  });
  assert.deepEqual(['name', 'brand', 'attrs.colour', 'attrs.note', 'description', 'other.deep'].map(zoneOf), [
    0,
    2,
    2,
    noZone,
    noZone,
    noZone,
  ]);
});

test('a translation has the zone of its field, unless it is not searched itself', () => {
  const zonesWithout = (...unsearchableFields: string[]) =>
    ['translations.de.name', 'translations.de.brand', 'translations.fr.name', 'name'].map(
      createZoneResolver({ ...defaultTextSettings, unsearchableFields }),
    );
  assert.deepEqual(zonesWithout(), [0, 1, 0, 0]);
  assert.deepEqual(zonesWithout('translations'), [noZone, noZone, noZone, 0]);
  assert.deepEqual(zonesWithout('translations.de'), [noZone, noZone, 0, 0]);
  assert.deepEqual(zonesWithout('translations.de.name'), [noZone, 1, 0, 0]);
  assert.deepEqual(zonesWithout('brand'), [0, noZone, 0, 0]);
});
