import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createJsonSlices, type RecordsMember } from '../../domain/contract/json-document.ts';
import { systemClock } from '../../lib/clock.ts';
import { ReceivedBody } from './request-body.ts';
import { createEventOperations } from '../routes/events.ts';

const received = (text: string, records: RecordsMember | null = null): ReceivedBody =>
  new ReceivedBody(Buffer.from(text), { headers: {}, isBeacon: false } as FastifyRequest, records);

test('ReceivedBody parses a body once, for its key, its repetition and its reply', async () => {
  const parsed = mock.method(JSON, 'parse');
  try {
    const body = received('{"key":"k","data":[{"id":"e1"},{"id":"e2"}]}', { member: 'data', countMax: 10 });
    const [key, repetition] = [await body.parse(), await body.parse()];
    const reply = await body.parseObject(createJsonSlices());
    assert.equal(key, repetition);
    assert.deepEqual(reply.value, { key: 'k', data: [{ id: 'e1' }, { id: 'e2' }] });
    const texts = parsed.mock.calls.map(({ arguments: [text] }) => text);
    assert.deepEqual(texts, ['{"key":"k","data":null}', '{"id":"e1"}', '{"id":"e2"}']);
  } finally {
    parsed.mock.restore();
  }
});

test('ReceivedBody gives an error of the body to all who ask for its values', async () => {
  const body = received('{"data":');
  for (let i = 0; i < 2; i++) await assert.rejects(body.parse(), { code: 'invalid_json' });
  await assert.rejects(received('[]').parseObject(createJsonSlices()), { code: 'invalid_request' });
  assert.deepEqual((await received('[]').parse()).value, []);
});

test('events are sent again only if all of them have ids', async () => {
  const options = { clock: systemClock, searchTracker: null as never };
  const addEvents = createEventOperations(options).find(({ id }) => id === 'addEvents')!;
  for (const [data, expected] of [
    [{ id: 'e1', type: 'view' }, true],
    [[{ id: 'e1' }, { id: 'e2' }], true],
    [JSON.stringify([{ id: 'e1' }]), true],
    [[{ id: 'e1' }, { type: 'view' }], false],
    [[{ id: 'e1' }, { id: '' }], false],
    [[{ id: 'e1' }, 'text'], false],
    [Array.from({ length: 1_001 }, (_, i) => ({ id: `e${i}` })), false],
    [undefined, false],
  ] as const) {
    const { records } = await received(JSON.stringify({ data }), addEvents.records).parse();
    assert.equal(addEvents.isRepeatable?.({ headers: {}, records }), expected, JSON.stringify(data));
  }
});
