import { limits } from '../../ports/limits.ts';
import type { Json } from '../../ports/catalog/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SearchTracker } from '../../domain/feedback/search-tracker.ts';
import { addEvents, readEvents } from '../../domain/events/events.ts';
import { defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { eventSchema } from '../../domain/events/event-input.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
import { listTextErrors, type JsonRecord, type JsonRecords } from '../../domain/contract/json-document.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import { checkUser } from '../access/authorise.ts';
import { isFromBrowser, findVisitorNetwork } from '../access/client.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { findUnprovenEvents } from '../access/proven-visitor.ts';
import {
  defineJsonParameter,
  defineRequiredTextParameter,
  defineTextParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import {
  describeBoolean,
  describeCount,
  eventError,
  describeReply,
  describeString,
} from '../schemas/schemas.ts';
import { optionalProject, projectInBody } from './common.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

const tag = 'Events';
const inBody = { in: 'body', name: 'project' } as const;
const eventsReply = describeReply('EventsReply', {
  accepted: describeCount('Number of stored events.'),
  duplicates: describeCount(
    'Number of events whose id was known, or all items of whose order; and of returns of a whole order that is unknown.',
  ),
  errors: defineListSchema(eventError),
});
const erasureReply = describeReply('ErasureReply', {
  erased: describeString('The user or session.'),
  events: describeCount('Number of erased events.'),
});
const merged = {
  from: defineTextParameter({ description: 'The user to merge.', lengthMax: limits.userIdLengthMax }),
  session: defineTextParameter({ description: 'The session to merge.', lengthMax: limits.userIdLengthMax }),
};
/** The log must not keep who was erased. */
const ignoreShopper = (): null => null;

/** Exactly one of the two is sent. */
const mergedSchema = {
  oneOf: Object.entries(merged).map(([name, { schema, description }]) =>
    defineObjectSchema({ [name]: { ...schema, description } }),
  ),
};
const mergeReply = describeReply('MergeReply', { merged: describeBoolean() });

export function createEventOperations(options: { clock: Clock; searchTracker: SearchTracker }): Operation[] {
  return [
    defineOperation({
      id: 'addEvents',
      method: 'POST',
      path: '/api/events',
      tag,
      summary: 'Send events',
      description:
        'One event, or up to 1,000. When the reply arrives, they are durable, and the next recommendation has counted them. For `navigator.sendBeacon()`, the same JSON with `key` is accepted as `text/plain`, up to 64 kB, with a web key, whose scopes are `events`, `search` and `recommend` at most.',
      access: { kind: 'key', scope: 'events', project: inBody },
      body: {
        project: projectInBody,
        key: defineTextParameter({
          description: 'The key, in place of the header, in a beacon.',
          lengthMax: limits.signedKeyLengthMax,
        }),
        data: defineJsonParameter({
          description: 'An event, or a list of up to 1,000.',
          required: true,
          schema: {
            oneOf: [
              eventSchema,
              { type: 'array', minItems: 1, maxItems: limits.eventsPerWriteMax, items: eventSchema },
            ],
          },
        }),
      },
      bodyBytesMax: 8 * 1024 * 1024,
      acceptsBeacons: true,
      isRepeatable: ({ records }) => hasIds(records),
      records: { member: 'data', countMax: limits.eventsPerWriteMax },
      status: 201,
      reply: eventsReply,
      errors: ['invalid_event', 'body_too_large', 'user_forbidden'],
      handle: async (call) => {
        const { project, projectId, records } = call;
        if (records === null) throw createParameterError('data', 'required', 'an event or a list of events');
        const bound = bindEventsToUser(call.key, records);
        const names = { ports: project, restrictions: call.restrictions };
        const eventInputs = await readEvents(bound, options.clock.now(), call.slices, names);
        call.warnings.push(...eventInputs.warnings);
        const unproven = findUnprovenEvents(call, eventInputs.events);
        if (unproven !== null) call.warnings.push(unproven.warning);
        const events = (unproven?.events ?? eventInputs.events).map((event) => ({
          ...event,
          address: findVisitorNetwork(call, event.address),
        }));
        const arrivedAt = isFromBrowser(call) ? options.clock.now() : undefined;
        const { accepted, duplicates, stored } = await addEvents(project.events, events, arrivedAt);
        const isNew = stored.filter((event) => event !== null);
        options.searchTracker.recordEvents(projectId, project, isNew);
        return createJsonReply(201, { accepted, duplicates, errors: eventInputs.errors });
      },
    }),
    defineOperation({
      id: 'eraseUser',
      method: 'DELETE',
      path: '/api/users/{user}',
      tag,
      summary: 'Erase a user from events and counters',
      access: { kind: 'key', scope: 'users', project: { in: 'query', name: 'project' } },
      role: 'owner',
      pathParameters: { user: { description: 'Customer id.' } },
      query: { project: optionalProject },
      audit: { target: ignoreShopper },
      status: 200,
      reply: erasureReply,
      handle: async ({ project, projectId, path }) => {
        const user = path['user'] ?? '';
        if (user.length > limits.userIdLengthMax)
          throw createParameterError('user', 'too_long', `at most ${limits.userIdLengthMax} characters long`);
        // The erasure deletes what is recorded.
        options.searchTracker.receive();
        const { events, names } = await project.events.eraseUser(user);
        options.searchTracker.forget(projectId, names);
        return createJsonReply(200, { erased: user, events });
      },
    }),
    defineOperation({
      id: 'eraseSession',
      method: 'DELETE',
      path: '/api/sessions/{session}',
      tag,
      summary: 'Erase an anonymous session from events and counters',
      description: 'If the session is linked to a user, erases that user.',
      access: { kind: 'key', scope: 'users', project: { in: 'query', name: 'project' } },
      role: 'owner',
      pathParameters: { session: { description: 'Session id.' } },
      query: { project: optionalProject },
      audit: { target: ignoreShopper },
      status: 200,
      reply: erasureReply,
      handle: async ({ project, projectId, path }) => {
        const session = path['session'] ?? '';
        if (session.length > limits.userIdLengthMax)
          throw createParameterError(
            'session',
            'too_long',
            `at most ${limits.userIdLengthMax} characters long`,
          );
        options.searchTracker.receive();
        const { events, names } = await project.events.eraseSession(session);
        options.searchTracker.forget(projectId, names);
        return createJsonReply(200, { erased: session, events });
      },
    }),
    defineOperation({
      id: 'mergeUsers',
      method: 'POST',
      path: '/api/users/merge',
      tag,
      summary: 'Merge a session or user into a user',
      description:
        'Past and future events of `from` count as events of `into`. `merged` is false, without effect, for a session that is linked to another user.',
      access: { kind: 'key', scope: 'users', project: inBody },
      role: 'owner',
      body: {
        project: projectInBody,
        ...merged,
        into: defineRequiredTextParameter({
          description: 'The user that remains.',
          lengthMax: limits.userIdLengthMax,
        }),
      },
      bodyNeeds: { schema: mergedSchema, names: ['from', 'session'] },
      audit: { target: ignoreShopper },
      status: 200,
      reply: mergeReply,
      handle: async ({ project, body, document }) => {
        const unclean = document === null ? [] : listTextErrors(document, '');
        if (unclean.length > 0)
          throw new VitrineError('invalid_request', unclean[0]?.detail ?? '', { errors: unclean });
        if (body.from !== null && body.session !== null)
          throw createParameterError('from', 'conflict', 'omitted where `session` is sent');
        if (body.from === body.into)
          throw createParameterError('into', 'conflict', 'another user than `from`');
        const from = body.from !== null ? { user: body.from } : { session: body.session ?? '' };
        return createJsonReply(200, { merged: await project.events.merge(from, body.into) });
      },
    }),
  ];
}

/** Whether all events of a body have ids, by which repeated ones are recognised. */
function hasIds(body: JsonRecords | null): boolean {
  const hasId = ({ value }: JsonRecord): boolean =>
    isObject(value) && typeof value['id'] === 'string' && value['id'] !== '';
  return body !== null && body.count === body.records.length && body.records.every(hasId);
}

/** Adds the user of a signed key to events. @throws VitrineError user_forbidden */
function bindEventsToUser(key: Caller | null, body: JsonRecords): JsonRecords {
  const bound = key?.user ?? null;
  if (bound === null) return body;
  return {
    ...body,
    records: body.records.map((record) => ({ ...record, value: bindEventToUser(bound, record.value) })),
  };
}

function bindEventToUser(bound: string, event: Json): Json {
  // Rejected later with its path.
  if (event === null || typeof event !== 'object' || Array.isArray(event)) return event;
  const { user = null } = event;
  checkUser(bound, typeof user === 'string' || typeof user === 'number' ? String(user) : null);
  return { ...event, user: bound };
}
