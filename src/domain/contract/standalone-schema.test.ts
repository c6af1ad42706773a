import assert from 'node:assert/strict';
import { test } from 'node:test';
import { component, listSchema, objectSchema } from './schema.ts';
import { standaloneSchema } from './standalone-schema.ts';

test('standaloneSchema() has the components that a schema refers to, also indirectly', () => {
  const inner = component('StandaloneInner', { type: 'string' });
  const outer = component('StandaloneOuter', objectSchema({ inner }));
  assert.deepEqual(standaloneSchema(objectSchema({ list: listSchema(outer) })), {
    type: 'object',
    required: ['list'],
    properties: { list: { type: 'array', items: { $ref: '#/$defs/StandaloneOuter' } } },
    $defs: {
      StandaloneOuter: {
        type: 'object',
        required: ['inner'],
        properties: { inner: { $ref: '#/$defs/StandaloneInner' } },
      },
      StandaloneInner: { type: 'string' },
    },
  });
  const plain = { type: 'string', maxLength: 3 };
  assert.deepEqual(standaloneSchema(plain), plain);
});
