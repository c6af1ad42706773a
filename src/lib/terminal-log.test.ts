import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { formatTerminalLine, createTerminalLog } from './terminal-log.ts';

test('formatTerminalLine() shows time, level, message, cause and further members of a log line', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
  const line = (members: object): string =>
    formatTerminalLine(
      JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', msg: 'stopping', ...members }),
    );
  assert.equal(line({}), '03:04:05 info: stopping');
  assert.equal(line({ level: 50, detail: 'no file' }), '03:04:05 error: stopping: no file');
  assert.equal(line({ operation: 'search', ms: 2 }), '03:04:05 info: stopping operation="search" ms=2');
});

test('createTerminalLog() writes the lines of pino, with the stack of an error on separate lines', () => {
  const written: string[] = [];
  const logger = pino(
    {},
    createTerminalLog((text) => written.push(text)),
  );
  logger.error({ err: new Error('the disk is full') }, 'fault');
  const [text = ''] = written;
  assert.ok(text.startsWith('\r\u001b[2K'), 'it clears a line of progress first');
  assert.match(text.slice(5), /^\d\d:\d\d:\d\d error: fault: the disk is full\n {4}at .*\n$/s);
  assert.equal(text.split('the disk is full').length, 2, 'the message is there once');
});
