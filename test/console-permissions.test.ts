import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** A misspelt operation would hide a button from everyone. */
test('the console asks for permissions of operations that exist', () => {
  const document = readFileSync(join(root, 'openapi.json'), 'utf8');
  const known = new Set([...document.matchAll(/"operationId": ?"(\w+)"/g)].map(([, id]) => id));
  const folder = join(root, 'console', 'src');
  const asked = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(entry)) continue;
    const text = readFileSync(join(folder, entry), 'utf8');
    const uses = [
      ...text.matchAll(/\bmay\('(\w+)'\)/g),
      ...text.matchAll(/\buseMay\(\)\('(\w+)'\)/g),
      ...text.matchAll(/\boperation="(\w+)"/g),
      ...text.matchAll(/\bneeds: '(\w+)'/g),
      ...text.matchAll(/\/>, '(\w+)'\]/g),
    ];
    for (const [, id] of uses) asked.set(id!, entry);
  }
  assert.ok(asked.size > 20, String(asked.size));
  assert.deepEqual(
    [...asked].filter(([id]) => !known.has(id)),
    [],
  );
});
