import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOpenFileLimit } from './open-file-limit.ts';

test('parseOpenFileLimit() reads the soft limit of open files, and null where there is none', () => {
  const limits = (soft: string): string =>
    [
      'Limit                     Soft Limit           Hard Limit           Units     ',
      'Max processes             63432                63432                processes ',
      `Max open files            ${soft.padEnd(20)} 524288               files     `,
    ].join('\n');
  assert.equal(parseOpenFileLimit(limits('1024')), 1024);
  assert.equal(parseOpenFileLimit(limits('unlimited')), null);
  assert.equal(parseOpenFileLimit(''), null);
});
