import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createItemText, type TextFields } from './item-text.ts';

const item = { name: 'Oak sofa', brand: 'Acme', color: 'red' };
const text = (changes: Partial<TextFields>): string =>
  createItemText(item, { name: { fields: ['name'] }, zones: [], unsearchableFields: [], ...changes });

test('createItemText() has the name, and the brand where it is searched', () => {
  assert.equal(text({}), 'Oak sofa Acme');
  assert.equal(text({ unsearchableFields: ['brand'] }), 'Oak sofa');
  assert.equal(text({ unsearchableFields: ['*'] }), 'Oak sofa');
  assert.equal(text({ unsearchableFields: ['*'], zones: [{ fields: ['color', 'brand'] }] }), 'Oak sofa Acme');
  assert.equal(
    text({ unsearchableFields: ['*'], name: { fields: ['name', 'color'] } }),
    'Oak sofa red Acme'.slice(0, 12),
  );
});
