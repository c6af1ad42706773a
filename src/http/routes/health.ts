import type { Metrics } from '../observability/metrics.ts';
import { defineOperation, type Operation } from '../operation.ts';
import type { Readiness } from '../observability/readiness.ts';
import { defineComponent, makeSchemaOptional, defineObjectSchema } from '../../domain/contract/schema.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeBoolean, describeReply, describeString } from '../schemas/schemas.ts';

const tag = 'Operations';
const healthReply = describeReply('HealthReply', { status: { const: 'ok' }, version: describeString() });
const readinessReply = describeReply('ReadinessReply', {
  ready: describeBoolean(),
  parts: {
    type: 'object',
    description: 'State by component.',
    additionalProperties: defineComponent(
      'PartState',
      defineObjectSchema({
        ready: describeBoolean(),
        detail: describeString(),
        warning: makeSchemaOptional(describeString('The component works, but not as it should.')),
      }),
    ),
  },
});

export function createHealthOperations(options: {
  version: string;
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  openapi: () => string;
}): Operation[] {
  return [
    defineOperation({
      id: 'health',
      method: 'GET',
      path: '/health',
      tag,
      summary: 'Liveness',
      access: { kind: 'public' },
      status: 200,
      reply: healthReply,
      handle: () =>
        createJsonReply(200, { status: 'ok', version: options.version }, { 'cache-control': 'no-store' }),
    }),
    defineOperation({
      id: 'ready',
      method: 'GET',
      path: '/ready',
      tag,
      summary: 'Readiness',
      description:
        '200 if sign-ins and requests with keys work; otherwise 503 with the reason in `parts`. Components that only limit the service, such as a model, do not affect the status.',
      access: { kind: 'public' },
      status: 200,
      reply: readinessReply,
      failureReply: [503, 'Not ready'],
      handle: async () => {
        const readiness = await options.readiness();
        return createJsonReply(readiness.ready ? 200 : 503, readiness, { 'cache-control': 'no-store' });
      },
    }),
    defineOperation({
      id: 'metrics',
      method: 'GET',
      path: '/metrics',
      tag,
      summary: 'Metrics for Prometheus',
      access: { kind: 'public' },
      status: 200,
      reply: null,
      replyType: 'text/plain',
      handle: async () => ({
        status: 200,
        body: await options.metrics.formatMetrics(),
        headers: { 'content-type': options.metrics.contentType },
      }),
    }),
    defineOperation({
      id: 'openapi',
      method: 'GET',
      path: '/openapi.json',
      tag,
      summary: 'OpenAPI document',
      isConstant: true,
      access: { kind: 'public' },
      status: 200,
      reply: { type: 'object', additionalProperties: true },
      handle: () => ({ status: 200, body: options.openapi() }),
    }),
  ];
}
