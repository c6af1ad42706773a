import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { decideUnseen, touchesHidden } from './hidden-fields.ts';
import { resolveFieldChanges } from './field-changes.ts';
import { readRawFields } from './item-fields.ts';
import type { InputError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';

const hidden = ['margin', 'specs.cost'];

/** The changed fields as JSON, or why the change is refused. */
function decided(item: string, change: string): string {
  try {
    return decideUnseen(readRawFields(item), readRawFields(change), hidden, (stored, sent) => {
      const errors: InputError[] = [];
      const options = { path: 'data', newNames: 'paths' } as const;
      const { fields, unmet } = resolveFieldChanges(
        stored,
        JSON.parse(change) as JsonObject,
        sent,
        options,
        errors,
      );
      if (errors.length > 0) throw new VitrineError('invalid_item', errors[0]!.detail, { errors });
      if (unmet !== null) throw new VitrineError('item_changed', unmet);
      return JSON.stringify(fields);
    });
  } catch (error) {
    if (error instanceof VitrineError) return error.code;
    throw error;
  }
}
const operation = (name: string, value: number): string => `{"_operation":"${name}","value":${value}}`;

test('decideUnseen() refuses as if the item had no hidden field, whatever it is', () => {
  for (const margin of ['5', '6', '"much"', '[1]', 'null', '{"a":1}']) {
    const item = `{"id":"a","margin":${margin},"specs":{"cost":${margin},"weight":2}}`;
    const refusals = [
      [`{"margin":${operation('IncrementFrom', 5)}}`, 'item_changed'],
      [`{"specs.cost":${operation('IncrementSet', 0)}}`, 'item_changed'],
      [`{"margin":${operation('Increment', 1e300)}}`, 'invalid_item'],
      [`{"specs.weight":${operation('IncrementFrom', 1)},"margin":3}`, 'item_changed'],
    ] as const;
    for (const [change, expected] of refusals) assert.equal(decided(item, change), expected, change);
    const accepted = [
      `{"margin":${operation('IncrementFrom', 0)}}`,
      `{"margin":${operation('Add', 1)}}`,
      `{"margin.eur":4}`,
      `{"specs.cost":${operation('Decrement', 2)}}`,
    ];
    for (const change of accepted) assert.doesNotMatch(decided(item, change), /^i/, change);
  }
});

test('decideUnseen() applies operations to hidden values, and keeps those that do not allow them', () => {
  const item = '{"id":"a","margin":5,"specs":{"cost":"much"},"color":"red"}';
  assert.equal(decided(item, `{"margin":${operation('Increment', 2)}}`), '{"margin":7}');
  assert.equal(
    decided(item, `{"color":"blue","specs.cost":${operation('Increment', 2)}}`),
    '{"color":"blue"}',
  );
  assert.equal(decided(item, '{"margin":3,"color":"blue"}'), '{"margin":3,"color":"blue"}');
});

test('touchesHidden() names fields at, above and below hidden ones', () => {
  const touched = ['margin', 'margin.eur', 'specs', 'specs.cost', 'specs.weight', 'margins', 'color'];
  assert.deepEqual(
    touched.filter((name) => touchesHidden([name], hidden)),
    ['margin', 'margin.eur', 'specs', 'specs.cost'],
  );
});
