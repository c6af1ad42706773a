import type { Metrics } from '../metrics.ts';
import { operation, type Operation } from '../operation.ts';
import type { Readiness } from '../readiness.ts';
import { json } from '../reply.ts';

const tag = 'Operations';

export function healthOperations(options: {
  version: string;
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  openapi: () => string;
}): Operation[] {
  return [
    operation({
      id: 'health',
      method: 'GET',
      path: '/health',
      tag,
      summary: 'Whether the process lives',
      access: { kind: 'public' },
      status: 200,
      reply: {
        type: 'object',
        required: ['status', 'version'],
        properties: { status: { const: 'ok' }, version: { type: 'string' } },
      },
      handle: () => json(200, { status: 'ok', version: options.version }, { 'cache-control': 'no-store' }),
    }),
    operation({
      id: 'ready',
      method: 'GET',
      path: '/ready',
      tag,
      summary: 'Whether it serves',
      description:
        '200 if sign-ins and requests with keys work; otherwise 503 with the reason in `parts`. Components that only limit the service, such as a model, do not affect the status.',
      access: { kind: 'public' },
      status: 200,
      reply: {
        type: 'object',
        required: ['ready', 'parts'],
        properties: { ready: { type: 'boolean' }, parts: { type: 'object' } },
      },
      handle: async () => {
        const readiness = await options.readiness();
        return json(readiness.ready ? 200 : 503, readiness, { 'cache-control': 'no-store' });
      },
    }),
    operation({
      id: 'metrics',
      method: 'GET',
      path: '/metrics',
      tag,
      summary: 'Measurements for Prometheus',
      access: { kind: 'public' },
      status: 200,
      reply: null,
      replyType: 'text/plain',
      handle: async () => ({
        status: 200,
        body: await options.metrics.text(),
        headers: { 'content-type': options.metrics.contentType },
      }),
    }),
    operation({
      id: 'openapi',
      method: 'GET',
      path: '/openapi.json',
      tag,
      summary: 'This document',
      isConstant: true,
      access: { kind: 'public' },
      status: 200,
      reply: { type: 'object' },
      handle: () => ({ status: 200, body: options.openapi() }),
    }),
  ];
}
