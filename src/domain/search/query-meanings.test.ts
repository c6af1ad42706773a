import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { TextEncoder } from '../../ports/meaning.ts';
import type { TextQuery } from '../../ports/text.ts';
import { arrayBufferBytes } from '../../../test/support/heap-bytes.ts';
import { QueryMeanings } from './query-meanings.ts';

const model = 'test:1';
const query = (text: string): TextQuery => ({
  text,
  facets: [],
  sort: [],
  offset: 0,
  limit: 10,
  highlight: [],
  explain: false,
  grouped: true,
  variants: 0,
});

test('QueryMeanings keeps the vectors of queries, not the messages that they came in', async () => {
  /** As from another process: the vector is a part of a larger message. */
  const encoder: TextEncoder = {
    model,
    languages: null,
    status: () => ({ ready: true, detail: '' }),
    embedQuery: async () => new Float32Array(16_384).subarray(0, 96),
    embedItems: async () => [],
  };
  const project = {
    settings: {
      effective: () => ({ search: { meaning: { enabled: true, weight: 0.5 }, languages: ['en'] } }),
    },
    text: { reader: { words: (text: string) => [text] }, isCode: () => false },
    meanings: { model },
  } as unknown as ProjectEngine;
  const meanings = new QueryMeanings([encoder]);
  const before = arrayBufferBytes();
  for (let i = 0; i < 300; i++) {
    const { query: asked } = await meanings.withMeaning(project, query(`query ${i}`));
    assert.equal(asked.meaning?.vector.length, 96);
  }
  const each = (arrayBufferBytes() - before) / 300;
  assert.ok(each < 2_000, `${each} bytes a query`);
});
