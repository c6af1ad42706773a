import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { ProjectEngine } from '../ports/engine.ts';
import { systemClock } from '../lib/clock.ts';
import { BoundedReads } from './overload/bounded-reads.ts';
import { ByteBudget } from './overload/byte-budget.ts';
import { defineOperation, type Operation, type OperationOptions } from './operation.ts';
import { defineTextParameter } from './requests/parameters.ts';
import { RateLimiter } from './access/rate-limiter.ts';
import { createJsonReply } from './replies/reply.ts';
import { RequestScheduler } from './overload/request-scheduler.ts';
import { buildServer } from './server.ts';
import { Transfers } from './overload/transfers.ts';

const name = defineTextParameter({ description: 'A name.', lengthMax: 100 });
let reads = 0;
/** Counts how often it is read. */
const counted = {
  ...name,
  read: (...asked: Parameters<typeof name.read>) => {
    reads++;
    return name.read(...asked);
  },
};

/** The server of an operation that everyone may call. */
async function buildServerWith(own: Partial<OperationOptions<{ name: string | null }, object>>) {
  const one: Operation = defineOperation<{ name: string | null }>({
    id: 'one',
    method: 'POST',
    path: '/one',
    tag: 'Search',
    summary: '',
    access: { kind: 'public' },
    query: { name: counted },
    status: 200,
    reply: null,
    handle: ({ query, warnings }) => createJsonReply(200, { query, warnings }),
    ...own,
  });
  return buildServer({
    engine: {
      store: { position: null },
      catchUp: () => Promise.resolve(null),
      project: () => Promise.resolve({} as ProjectEngine),
      hold: () => ({ [Symbol.dispose]: () => undefined }),
    },
    guard: null as never,
    access: null as never,
    rates: new RateLimiter(),
    boundedReads: new BoundedReads(null),
    metrics: { observe: () => undefined, observeForwarded: () => undefined },
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    operations: [one],
    trustProxy: false,
    newRequestId: () => 'id',
    secure: false,
    scheduler: new RequestScheduler(),
    transfers: new Transfers(new ByteBudget()),
    forwarding: null,
    holderForwarder: null,
    tracer: null,
    auditor: null,
    pages: () => Promise.resolve(),
  });
}

test('buildServer() reads the parameters of the URL once: where the handler does, not before it', async () => {
  for (const [own, expected] of [
    [{}, { count: 1, query: { name: 'oak' }, warned: ['nme'] }],
    [{ rawBody: {} }, { count: 1, query: { name: 'oak' }, warned: ['nme'] }],
    [
      { rawBody: {}, handlerReadsQuery: true },
      { count: 0, query: {}, warned: [] },
    ],
  ] as const) {
    const app = await buildServerWith(own);
    reads = 0;
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/one?name=oak&nme=elm' });
    assert.equal(statusCode, 200, body);
    const { query, warnings } = JSON.parse(body) as { query: unknown; warnings: { path: string }[] };
    assert.deepEqual({ count: reads, query, warned: warnings.map(({ path }) => path) }, expected);
    const broken = await app.inject({ method: 'POST', url: '/one?name=%zz' });
    assert.equal(broken.statusCode, 400, 'the address is checked in any case');
    await app.close();
  }
});
