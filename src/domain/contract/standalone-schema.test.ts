import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineComponent, defineListSchema, defineObjectSchema } from './schema.ts';
import { inlineComponents } from './standalone-schema.ts';

test('inlineComponents() has the components that a schema refers to, also indirectly', () => {
  const inner = defineComponent('StandaloneInner', { type: 'string' });
  const outer = defineComponent('StandaloneOuter', defineObjectSchema({ inner }));
  assert.deepEqual(inlineComponents(defineObjectSchema({ list: defineListSchema(outer) })), {
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
  assert.deepEqual(inlineComponents(plain), plain);
});
