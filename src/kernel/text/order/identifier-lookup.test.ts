import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import type { IndexDocument } from '../schema/document.ts';
import { hashOf } from '../language/word-table.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { identifiedMax } from './identifier-lookup.ts';

const named = (key: number, sku: string | number, name = 'lamp'): IndexDocument => ({
  key,
  texts: [{ field: 'name', value: name }],
  values: [{ field: 'sku', value: sku }],
  popularity: 0,
});
const first = (index: SegmentedIndex, text: string) => index.search({ text, offset: 0, limit: 1 }).hits[0];

describe('identifiedDocuments()', () => {
  it('takes a value that more documents share than may be named for none', () => {
    for (const count of [identifiedMax, identifiedMax + 1]) {
      const index = new SegmentedIndex();
      const documents = Array.from({ length: count }, (_, key) => named(key, 'n/a'));
      index.attach(buildSegment(documents.slice(1), defaultTextSettings));
      index.add(documents[0]!);
      const hit = first(index, 'na');
      assert.equal(hit?.identifier, count > identifiedMax ? undefined : 'sku');
      assert.equal(hit === undefined, count > identifiedMax);
    }
  });

  it('is not misled by values with the same hash', () => {
    const [one, other] = ['sku65zx', 'skudpcd'] as const;
    assert.equal(hashOf(one), hashOf(other));
    for (const frozen of [false, true]) {
      const index = new SegmentedIndex();
      if (frozen) index.attach(buildSegment([named(1, one)], defaultTextSettings));
      else index.add(named(1, one));
      assert.equal(first(index, one)?.key, 1);
      assert.equal(first(index, other), undefined);
    }
  });

  it('names by values of any script, and by none without letters and digits', () => {
    const index = new SegmentedIndex();
    index.add(named(1, 'АБ-12', 'one'));
    index.add(named(2, '型番 3', 'two'));
    index.add(named(3, '---', 'three'));
    assert.equal(first(index, 'аб12')?.key, 1);
    assert.equal(first(index, '型番３')?.key, 2);
    assert.equal(first(index, '---')?.identifier, undefined);
  });
});
