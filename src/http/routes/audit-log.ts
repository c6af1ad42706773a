import { Readable } from 'node:stream';
import { checkAdministers } from '../../domain/projects/grants.ts';
import { timeForms, parseTimeSpan, type TimeSpan } from '../../domain/query/syntax/time-span.ts';
import type { Clock } from '../../lib/clock.ts';
import { type AuditFilter, type AuditLog, actorKinds } from '../../ports/operation/audit.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import { listAuditedOperations } from '../access/audit.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineIntegerParameter, defineTextParameter, type Values } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import {
  defineComponent,
  defineListSchema,
  defineObjectSchema,
  addNullToSchema,
} from '../../domain/contract/schema.ts';
import {
  describeCount,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from '../schemas/schemas.ts';

const auditLine = defineComponent(
  'AuditLine',
  defineObjectSchema(
    {
      number: describeCount('Ascending over all processes, with gaps.'),
      at: describeTimestamp(),
      actor: defineObjectSchema({
        kind: describeChoice(
          actorKinds,
          '`command`: on the server. `unknown`: a sign-in with an unknown address.',
        ),
        id: addNullToSchema(describeString('The id of the user or the key.')),
        name: describeString(
          'The name of the user at that time, or the name of the key with its first characters.',
        ),
      }),
      operation: describeString('Id of the operation.'),
      project: addNullToSchema(describeString('Null: the service.')),
      target: addNullToSchema(
        describeString('What was changed, such as the id of an item or the name of a key.'),
      ),
      address: describeString('IP address.'),
      outcome: describeString('`done`, or the code of the error.'),
    },
    { description: 'An operation of administration.' },
  ),
);
const auditReply = describeReply('AuditLogReply', {
  lines: defineListSchema(auditLine, { description: 'Newest first.' }),
  next: addNullToSchema(describeString('The `cursor` of the next page, or null on the last one.')),
  operations: defineListSchema(describeString(), {
    description: 'Ids of the operations that the log may have.',
  }),
});

const tag = 'Administration';
const access = { kind: 'admin' } as const;
const pageDefault = 100;
const filters = {
  from: {
    component: 'AuditFrom',
    ...defineTextParameter({ description: `Only lines from this time on: ${timeForms}.`, lengthMax: 40 }),
  },
  to: {
    component: 'AuditTo',
    ...defineTextParameter({
      description: 'Only lines up to this time; a day includes all of it.',
      lengthMax: 40,
    }),
  },
  actor: defineTextParameter({ description: 'Only lines of the user or key with this id.', lengthMax: 64 }),
  project: {
    component: 'AuditProject',
    ...defineTextParameter({
      description: 'Only lines of this project.',
      lengthMax: limits.projectIdLengthMax,
    }),
  },
  operation: defineTextParameter({ description: 'Only lines of the operation with this id.', lengthMax: 64 }),
};

/** The audit log: a page of lines, and all of them as a file. */
export function createAuditLogOperations({
  store,
  clock,
  operations,
}: {
  store: Pick<ProjectStore, 'auditLog'>;
  clock: Clock;
  operations: () => readonly Operation[];
}): Operation[] {
  return [
    defineOperation({
      id: 'getAuditLog',
      method: 'GET',
      path: '/api/audit-log',
      tag,
      summary: 'Get who administered what, newest first',
      access,
      query: {
        ...filters,
        limit: {
          component: 'AuditLimit',
          ...defineIntegerParameter({
            description: 'Maximum number of lines.',
            min: 1,
            max: limits.auditPageMax,
            fallback: pageDefault,
          }),
        },
        cursor: defineTextParameter({
          description: '`next` of the page before.',
          lengthMax: 15,
          pattern: '^\\d+$',
        }),
      },
      status: 200,
      reply: auditReply,
      errors: ['project_forbidden'],
      handle: ({ key, query }) => {
        checkAdministers(key, null);
        const before = query.cursor === null ? null : readCursor(query.cursor);
        // One more tells whether there is another page.
        const lines = store.auditLog.list(readFilter(query, clock.now()), { before, limit: query.limit + 1 });
        const page = lines.slice(0, query.limit);
        const next = lines.length > page.length ? String(page.at(-1)!.number) : null;
        return createJsonReply(200, { lines: page, next, operations: listAuditedOperations(operations()) });
      },
    }),
    defineOperation({
      id: 'exportAuditLog',
      method: 'GET',
      path: '/api/audit-log/export',
      tag,
      summary: 'Export the audit log as NDJSON, newest first',
      access,
      audit: { always: true },
      query: filters,
      status: 200,
      reply: null,
      replyType: 'application/x-ndjson',
      errors: ['project_forbidden'],
      handle: async ({ key, query, reply }) => {
        checkAdministers(key, null);
        await reply
          .header('content-type', 'application/x-ndjson')
          .send(Readable.from(exportEntries(store.auditLog, readFilter(query, clock.now()))));
        return undefined;
      },
    }),
  ];
}

/** @throws VitrineError invalid_request */
function readFilter(query: Values<typeof filters>, now: number): AuditFilter {
  const { actor, project, operation: id } = query;
  const from = readSpan('from', query.from, now)?.from ?? null;
  const to = readSpan('to', query.to, now);
  // Inclusive: a day ends before the next one.
  return { from, to: to === null ? null : Math.max(to.from, to.until - 1), actor, project, operation: id };
}

function readSpan(name: string, value: string | null, now: number): TimeSpan | null {
  if (value === null) return null;
  const span = parseTimeSpan(value, now);
  if (span === null) throw createParameterError(name, 'format', timeForms);
  return span;
}

/** @throws VitrineError invalid_request */
function readCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw createParameterError('cursor', 'format', '`next` of a page');
  return Number(cursor);
}

function* exportEntries(log: AuditLog, filter: AuditFilter): Iterable<Uint8Array> {
  let before: number | null = null;
  for (;;) {
    const lines = log.list(filter, { before, limit: limits.auditPageMax });
    if (lines.length > 0) yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (lines.length < limits.auditPageMax) return;
    before = lines.at(-1)!.number;
  }
}
