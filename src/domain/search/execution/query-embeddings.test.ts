import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectEngine } from '../../../ports/engine.ts';
import type { TextEncoder } from '../../../ports/search/text-embeddings.ts';
import { arrayBufferBytes } from '../../../../test/support/heap-bytes.ts';
import { textQuery } from '../../../../test/conformance/shop.ts';
import { QueryEmbeddings } from './query-embeddings.ts';

const model = 'test:1';
test('QueryEmbeddings keeps the vectors of queries, not the messages that contained them', async () => {
  /** As from another process: the vector is a part of a larger message. */
  const encoder: TextEncoder = {
    role: 'configured',
    name: 'test',
    model,
    languages: null,
    status: () => ({ ready: true, detail: '' }),
    embedQuery: async () => new Float32Array(16_384).subarray(0, 96),
    embedItems: async () => [],
  };
  const project = {
    settings: {
      effective: () => ({
        search: { semantic: { enabled: true, weight: 0.5, model: 'auto' }, languages: ['en'] },
      }),
    },
    text: { queryAnalyzer: { analyze: (text: string) => ({ words: [text], isCode: false }) } },
    textEmbeddings: { model },
  } as unknown as ProjectEngine;
  const queryEmbeddings = new QueryEmbeddings([encoder]);
  const before = arrayBufferBytes();
  for (let i = 0; i < 300; i++) {
    const { query: asked } = await queryEmbeddings.withEmbedding(project, textQuery(`query ${i}`), 'a');
    assert.equal(asked.embedding?.vector.length, 96);
  }
  const each = (arrayBufferBytes() - before) / 300;
  assert.ok(each < 2_000, `${each} bytes a query`);
});
