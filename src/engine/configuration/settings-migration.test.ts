import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredSettings } from '../../ports/configuration/settings.ts';
import { migrateSettings } from './settings-migration.ts';

test('migrateSettings() gives settings of version 0.1 their current names', () => {
  const old = {
    version: 7,
    changedAt: 5,
    changes: {
      search: {
        meaning: { enabled: false },
        shop: [{ field: 'margin', order: 'desc' }],
        unsearched: ['note'],
        textEqualWithin: 0.1,
        allWordsAtLeast: 3,
        listedAtLeast: 4,
        whenNothingFound: 'nothing',
        typos: { enabled: true, oneFrom: 5, twoFrom: 9, offFields: ['ean'], offWords: ['nike'] },
        ranking: { productItself: 2, writtenTheSame: 1.2, typo: 0.4 },
        criteria: ['typos', 'productItself'],
        languages: ['de'],
      },
      events: { weights: { meaning: 2 } },
    },
  } as unknown as StoredSettings;
  const migrated = {
    version: 7,
    changedAt: 5,
    changes: {
      search: {
        semantic: { enabled: false },
        customRanking: [{ field: 'margin', order: 'desc' }],
        unsearchableFields: ['note'],
        textScoreTolerance: 0.1,
        typoThreshold: 3,
        dropWordsThreshold: 4,
        zeroResultsFallback: 'none',
        typos: {
          enabled: true,
          minLengthOneTypo: 5,
          minLengthTwoTypos: 9,
          disabledFields: ['ean'],
          disabledWords: ['nike'],
        },
        ranking: { headNounMatch: 2, exactWordForms: 1.2, typo: 0.4 },
        criteria: ['typos', 'headNounMatch'],
        languages: ['de'],
      },
      events: { weights: { meaning: 2 } },
    },
  };
  assert.deepEqual(migrateSettings(old), migrated);
  assert.deepEqual(migrateSettings(migrateSettings(old)), migrated);
});
