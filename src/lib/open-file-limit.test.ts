import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFileLimitIn } from './open-file-limit.ts';

test('openFileLimitIn() reads the soft limit of open files, and null where there is none', () => {
  const limits = (soft: string): string =>
    [
      'Limit                     Soft Limit           Hard Limit           Units     ',
      'Max processes             63432                63432                processes ',
      `Max open files            ${soft.padEnd(20)} 524288               files     `,
    ].join('\n');
  assert.equal(openFileLimitIn(limits('1024')), 1024);
  assert.equal(openFileLimitIn(limits('unlimited')), null);
  assert.equal(openFileLimitIn(''), null);
});
