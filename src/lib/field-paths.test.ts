import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin, doOverlap } from './field-paths.ts';

const fields = ['specs', 'specs.cost', 'specs.cost.eur', 'specs.costs', 'spec', 'color'];

test('isWithin() accepts a field and those below it', () => {
  assert.deepEqual(
    fields.filter((field) => isWithin(field, 'specs.cost')),
    ['specs.cost', 'specs.cost.eur'],
  );
});

test('doOverlap() also accepts the fields above', () => {
  const above = fields.filter((field) => doOverlap(field, 'specs.cost'));
  assert.deepEqual(above, ['specs', 'specs.cost', 'specs.cost.eur']);
});
