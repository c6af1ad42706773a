import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const imports = `
const { resolveImportsDirectly } = await import('./direct-imports.ts');
const before = await import('./json-text.ts');
resolveImportsDirectly();
const after = await import('./json-text.ts');
const { createLogger } = await import('./logger.ts');
const failure = await import('./missing.ts').catch(({ code }) => code);
console.log(JSON.stringify([before === after, typeof createLogger, failure]));
`;

test('resolveImportsDirectly() imports the same modules, and packages', () => {
  // Hooks stay for the life of a process.
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', imports], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(printed), [true, 'function', 'ENOENT']);
});
