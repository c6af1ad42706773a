import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings } from './settings.ts';
import { noZone, zoneResolver } from './zones.ts';

test('`*` among the unsearchable fields is all that no zone names', () => {
  const zoneOf = zoneResolver({
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
