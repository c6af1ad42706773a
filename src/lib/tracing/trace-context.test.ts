import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceContext, traceContextHeaders } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

void test('parseTraceContext() reads what the W3C specification allows, and traceContextHeaders() passes it on', () => {
  const traceparent = `00-${traceId}-${spanId}-01`;
  const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';
  const context = parseTraceContext({ traceparent, tracestate });
  assert.deepEqual(context, { traceId, spanId, flags: 1, state: tracestate });
  assert.deepEqual(traceContextHeaders(context!), { traceparent, tracestate });
  // Later versions may have more fields; flags that are not known yet are not passed on.
  const later = parseTraceContext({ traceparent: `cc-${traceId}-${spanId}-fd-what-the-future-brings` });
  assert.deepEqual(later, { traceId, spanId, flags: 1, state: '' });
  assert.deepEqual(traceContextHeaders(later!), { traceparent });
  assert.equal(parseTraceContext({ traceparent: `00-${traceId}-${spanId}-02` })?.flags, 2);
});

void test('parseTraceContext() ignores what is malformed, and only the state where only that is', () => {
  for (const traceparent of [
    undefined,
    '',
    [`00-${traceId}-${spanId}-01`],
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-01.`,
    `cc-${traceId}-${spanId}-01.more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}`,
    `0-${traceId}-${spanId}-01`,
  ])
    assert.equal(parseTraceContext({ traceparent }), null, String(traceparent));
  const stateOf = (tracestate: string | string[]): string | undefined =>
    parseTraceContext({ traceparent: `00-${traceId}-${spanId}-00`, tracestate })?.state;
  const members = (count: number): string => Array.from({ length: count }, (_, i) => `k${i}=v`).join(',');
  assert.equal(stateOf(members(32)), members(32));
  assert.equal(stateOf(members(33)), '');
  assert.equal(stateOf(`a=${'x'.repeat(510)}`)?.length, 512);
  assert.equal(stateOf(`a=${'x'.repeat(511)}`), '');
  assert.equal(stateOf(['a=1', 'b=2']), 'a=1,b=2');
  assert.equal(stateOf('a=ü'), '');
});
