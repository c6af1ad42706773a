import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import { buildSegment, mergeSegments } from '../segments/segment-merger.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';

/** A history of an index with segments of all kinds; `null` removes a document. */
type Step<D> =
  | { kind: 'add'; key: number; document: D | null }
  | { kind: 'attach'; documents: readonly D[] }
  | { kind: 'rebuild' | 'merge' | 'restore' };

export function histories<D>(document: fc.Arbitrary<D>): fc.Arbitrary<Step<D>[]> {
  const step: fc.Arbitrary<Step<D>> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        key: fc.nat({ max: 15 }),
        document: fc.option(document, { freq: 8 }),
      }),
    },
    fc.record({ kind: fc.constant('attach' as const), documents: fc.array(document, { maxLength: 6 }) }),
    fc.record({ kind: fc.constantFrom('rebuild' as const, 'merge' as const, 'restore' as const) }),
  );
  return fc.array(step, { maxLength: 25 });
}

/** Applies the history; returns the index and its expected documents by key. */
export function replay<D>(
  history: readonly Step<D>[],
  documentOf: (key: number, source: D) => IndexDocument,
): { index: SegmentedIndex; documents: Map<number, IndexDocument> } {
  let index = new SegmentedIndex();
  const documents = new Map<number, IndexDocument>();
  const settings = defaultTextSettings;
  for (const step of history) {
    if (step.kind === 'add' && step.document === null) {
      assert.equal(index.remove(step.key), documents.delete(step.key));
    } else if (step.kind === 'add') {
      const document = documentOf(step.key, step.document!);
      documents.set(step.key, document);
      index.add(document);
    } else if (step.kind === 'attach') {
      const added = step.documents.map((source, i) => documentOf(i * 3, source));
      for (const document of added) documents.set(document.key, document);
      index.attach(buildSegment(added, settings));
    } else if (step.kind === 'rebuild') {
      const sealed = index.seal();
      if (sealed === null) continue;
      const rebuilt = [...sealed.keys].map((key) => documents.get(key)!);
      index.replace([sealed.id], buildSegment(rebuilt, settings));
    } else if (step.kind === 'merge') {
      const { segments } = index.createSnapshot();
      const buffers = segments.map(({ buffer }) => buffer);
      const merged = mergeSegments(
        buffers,
        segments.map(({ deleted }) => deleted),
        settings,
      );
      index = SegmentedIndex.restore({
        segments: [{ buffer: merged, deleted: new Uint32Array(1) }],
        mutableKeys: new Uint32Array(0),
      });
      for (const [key, document] of documents) if (!index.has(key)) index.add(document);
    } else {
      const snapshot = index.createSnapshot();
      index = SegmentedIndex.restore(snapshot);
      for (const key of snapshot.mutableKeys) index.add(documents.get(key)!);
    }
  }
  assert.equal(index.size, documents.size);
  return { index, documents };
}
