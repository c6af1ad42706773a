import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, variables } from '../../src/config.ts';
import { parseFilter } from '../../src/domain/query/filter-grammar.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { errorKinds } from '../../src/ports/error-kinds.ts';
import { limits } from '../../src/ports/limits.ts';
import { contractFile, documentFile, openapiDocument, sdkContract } from '../../tools/openapi.ts';
import { operationsOf, SchemaValues, type OpenApi } from '../support/schema-values.ts';
import { root } from '../support/service.ts';

/** The reference pages and the OpenAPI document match the code. */
const read = (name: string): string => readFileSync(join(root, 'docs', 'reference', `${name}.md`), 'utf8');

/** Table rows whose first cell is code. */
function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

const blocks = (text: string, kind: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, 'g'))].flatMap(([, body = '']) =>
    body.split('\n').filter((line) => line !== ''),
  );

test('docs/reference/errors.md lists every error with its status, title and hint', () => {
  const expected = Object.entries(errorKinds).map(([code, { status, title, hint }]) => [
    `\`${code}\``,
    String(status),
    title,
    hint,
  ]);
  assert.deepEqual(rows(read('errors')), expected);
});

test('docs/reference/limits.md lists every limit with its value, its scope and its effect', () => {
  const documented = rows(read('limits'));
  assert.deepEqual(
    documented.map(([name, value]) => [name, value]),
    Object.entries(limits).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en-US')]),
  );
  for (const [name, , bounds = '', beyond = ''] of documented) {
    assert.ok(bounds.length > 5 && beyond.length > 5, name);
    for (const [, code = ''] of beyond.matchAll(/`([a-z]+_[a-z_]+)`/g)) assert.ok(code in errorKinds, code);
  }
});

test('docs/reference/configuration.md lists every variable with its default', () => {
  const documented = rows(read('configuration')).map(([name = '', value = '']) => [
    name,
    value.replaceAll('`', ''),
  ]);
  assert.deepEqual(
    documented,
    Object.entries(variables).map(([name, value]) => [`\`${name}\``, value]),
  );
  assert.throws(() => readConfig({ VITRINE_PROT: '1' }), /VITRINE_PROT/);
});

test('docs/reference/filters.md has valid examples that parse and invalid ones that do not', () => {
  const text = read('filters');
  const [good, bad] = [blocks(text, 'filter'), blocks(text, 'no-filter')];
  assert.ok(good.length > 5 && bad.length > 5);
  for (const example of good) assert.doesNotThrow(() => parseFilter(example, 0), example);
  for (const example of bad) assert.throws(() => parseFilter(example, 0), VitrineError, example);
  const inTable = rows(text.replaceAll(/^\| [a-z ]+ \| /gm, '| ')).flatMap(([written = '']) =>
    [...written.matchAll(/`([^`]+)`/g)].map(([, example = '']) => example),
  );
  assert.ok(inTable.length > 5);
  for (const example of inTable) assert.doesNotThrow(() => parseFilter(example, 0), example);
});

const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi;
const operations = operationsOf(document).map((operation) => ({
  name: `${operation.method} ${operation.path}`,
  operation,
}));
const values = new SchemaValues(document);

test('docs/reference/http.md has exactly one section per operation', () => {
  const sections = [...read('http').matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(sections), new Set(operations.map(({ name }) => name)));
});

test('docs/reference/http.md documents each parameter of each operation', () => {
  const text = read('http');
  for (const { name, operation } of operations) {
    const names = [
      ...operation.parameters.map((parameter) => parameter.name),
      ...values.memberNames(operation.bodies['application/json'] ?? {}),
    ];
    for (const parameter of names)
      assert.match(text, new RegExp(`\\b${parameter}\\b`), `${name}: ${parameter}`);
  }
});

test('openapi.json and the types of the SDK equal those of the service (update with `npm run openapi`)', async () => {
  const current = await openapiDocument();
  assert.equal(readFileSync(join(root, documentFile), 'utf8'), current);
  assert.equal(readFileSync(join(root, contractFile), 'utf8'), sdkContract(current));
});

/** Bytes of the document per operation, on average. */
const operationBytesMax = 4_400;

test(`openapi.json has at most ${operationBytesMax} bytes per operation, and names what operations share`, () => {
  const { size } = statSync(join(root, documentFile));
  assert.ok(size <= operationBytesMax * operations.length, `${size} bytes`);
  for (const { name, operation } of operations) {
    const statuses = Object.keys(operation.responses);
    assert.ok(
      statuses.some((status) => status.startsWith('4')),
      name,
    );
    const replies = Object.values(operation.responses).map(({ content }) => content?.['application/json']);
    for (const schema of [operation.bodies['application/json'], ...replies.map((one) => one?.schema)]) {
      if (schema === undefined) continue;
      const parts = (schema['oneOf'] ?? [schema]) as { $ref?: string; type?: string }[];
      assert.ok(
        parts.every(({ $ref, type }) => $ref !== undefined || type === 'object'),
        name,
      );
    }
  }
});

test('openapi.json has schemas that compile, valid examples and unique names', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    assert.doesNotThrow(() => values.complaint(schema, {}), name);
    for (const example of (schema['examples'] ?? []) as unknown[]) {
      assert.equal(values.complaint(schema, example), '', name);
    }
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
});
