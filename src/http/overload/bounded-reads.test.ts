import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { BoundedReads } from './bounded-reads.ts';
import { defineOperation } from '../operation.ts';

const operationOf = (method: 'GET' | 'POST', scope: 'search' | 'items:write') =>
  defineOperation({
    id: 'tested',
    method,
    path: '/tested',
    tag: 'Tested',
    summary: 'Tested',
    access: { kind: 'key', scope, project: null },
    status: 200,
    reply: null,
    handle: () => Promise.resolve(undefined),
  });
const search = operationOf('POST', 'search');
const write = operationOf('POST', 'items:write');
const requestWith = (after?: string): FastifyRequest =>
  ({ headers: { 'x-vitrine-after': after } }) as unknown as FastifyRequest;

test('BoundedReads.readBound() is null for writes, and for all operations without a configured staleness', () => {
  assert.equal(new BoundedReads(null).readBound(search, requestWith('log.3')), null);
  assert.equal(new BoundedReads(500).readBound(write, requestWith('log.3')), null);
  assert.equal(new BoundedReads(500).readBound(search, requestWith())?.stalenessMs, 500);
});

test('BoundedReads.readBound() reads tokens, the highest of each log, and rejects other texts', () => {
  const reads = new BoundedReads(500);
  const bound = reads.readBound(search, requestWith('a-1.3, b_2.40,a-1.7,a-1.5'));
  assert.deepEqual(
    [...bound!.after],
    [
      ['a-1', 7],
      ['b_2', 40],
    ],
  );
  const long = Array.from({ length: 17 }, (_, no) => `log${no}.1`).join();
  for (const text of ['', 'log', 'log.', '.3', 'log.-1', 'log.1e3', `${'x'.repeat(65)}.1`, 'a.1,', long]) {
    assert.throws(
      () => reads.readBound(search, requestWith(text)),
      (error) => error instanceof VitrineError && error.errors[0]?.path === 'x-vitrine-after',
      text,
    );
  }
});

test('BoundedReads.addToken() adds the position to replies to writes alone', () => {
  const headersAfter = (one: typeof search, stalenessMs: number | null, next: number | null) => {
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string) => (headers[name] = value) };
    const position = next === null ? null : { logId: 'log', next };
    new BoundedReads(stalenessMs).addToken(one, reply as unknown as FastifyReply, position);
    return headers;
  };
  assert.deepEqual(headersAfter(write, 500, 12), { 'x-vitrine-after': 'log.12' });
  assert.deepEqual(headersAfter(write, 500, null), {});
  assert.deepEqual(headersAfter(write, null, 12), { 'x-vitrine-after': 'log.12' });
  assert.deepEqual(headersAfter(search, 500, 12), {});
  assert.deepEqual(headersAfter(operationOf('GET', 'items:write'), 500, 12), {});
});
