import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import type { IndexDocument } from '../schema/document.ts';
import { hashWord } from '../language/word-table.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { identifiedMax } from './identifier-lookup.ts';

const named = (key: number, sku: string | number, name = 'lamp'): IndexDocument => ({
  key,
  texts: [{ field: 'name', value: name }],
  values: [{ field: 'sku', value: sku }],
  popularity: 0,
});
const first = (index: SegmentedIndex, text: string) => index.search({ text, offset: 0, limit: 1 }).hits[0];

describe('lookUpIdentifier()', () => {
  it('ignores a value shared by more documents than the limit', () => {
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

  it('compares values with equal hashes', () => {
    const [one, other] = ['sku65zx', 'skudpcd'] as const;
    assert.equal(hashWord(one), hashWord(other));
    for (const immutable of [false, true]) {
      const index = new SegmentedIndex();
      if (immutable) index.attach(buildSegment([named(1, one)], defaultTextSettings));
      else index.add(named(1, one));
      assert.equal(first(index, one)?.key, 1);
      assert.equal(first(index, other), undefined);
    }
  });

  it('tells names with signs apart, and ignores signs behind digits', () => {
    const index = new SegmentedIndex();
    index.add(named(1, 'C', 'one'));
    index.add(named(2, 'c#', 'two'));
    index.add(named(3, 'KT-100+', 'three'));
    assert.equal(first(index, 'c')?.key, 1);
    assert.equal(first(index, 'C#')?.key, 2);
    assert.equal(first(index, 'c++')?.identifier, undefined);
    assert.equal(first(index, 'kt100')?.key, 3);
    assert.equal(first(index, 'KT 100 +')?.key, 3);
  });

  it('matches values of any script, and none without letters and digits', () => {
    const index = new SegmentedIndex();
    index.add(named(1, 'АБ-12', 'one'));
    index.add(named(2, '型番 3', 'two'));
    index.add(named(3, '---', 'three'));
    assert.equal(first(index, 'аб12')?.key, 1);
    assert.equal(first(index, '型番３')?.key, 2);
    assert.equal(first(index, '---')?.identifier, undefined);
  });
});
