import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import {
  defineIntegerParameter,
  readParameters,
  defineTextParameter,
  defineTextListParameter,
} from './parameters.ts';

const parameters = {
  q: defineTextParameter({ description: '', lengthMax: 100, aliases: ['query'] }),
  limit: defineIntegerParameter({ description: '', min: 0, max: 10, fallback: 5 }),
  facets: defineTextListParameter({ description: '', countMax: 10, lengthMax: 10 }),
};

test('readParameters() suggests the name without brackets', () => {
  for (const [sent, meant] of [
    ['limit[]', 'limit'],
    ['limit[0]', 'limit'],
    ['limits[]', 'limit'],
    ['q[]', 'q'],
    ['query[]', 'query'],
  ] as const) {
    const { values, warnings } = readParameters(parameters, { [sent]: '5' });
    assert.equal(values.limit, 5);
    assert.equal(warnings[0]?.path, sent);
    assert.match(warnings[0]?.detail ?? '', new RegExp(`did you mean \`${meant}\`\\?$`), sent);
  }
});

test('readParameters() rejects repeated parameters, except lists', () => {
  const refuses = (sent: Record<string, unknown>, path: string): void =>
    assert.throws(
      () => readParameters(parameters, sent),
      (error) =>
        error instanceof VitrineError && error.code === 'invalid_request' && error.errors[0]?.path === path,
    );
  refuses({ limit: ['5', '6'] }, 'limit');
  refuses({ limit: ['5', '5'] }, 'limit');
  refuses({ q: ['a', 'b'] }, 'q');
  assert.deepEqual(readParameters(parameters, { facets: ['a', 'b,c'] }).values.facets, ['a', 'b', 'c']);
});

test('readParameters() reports which of two aliases was ignored', () => {
  const { values, warnings } = readParameters(parameters, { query: 'lamp', q: 'shoe' });
  assert.equal(values.q, 'shoe');
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['ignored_parameter', 'query']],
  );
  assert.deepEqual(readParameters(parameters, { query: 'shoe', q: 'shoe' }).warnings, []);
});
