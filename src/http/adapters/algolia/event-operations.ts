import { addEvents } from '../../../domain/events/events.ts';
import type { SearchTracker } from '../../../domain/feedback/search-tracker.ts';
import type { Caller } from '../../../domain/projects/signed-keys.ts';
import type { Clock } from '../../../lib/clock.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { findVisitorNetwork } from '../../access/client.ts';
import type { Operation } from '../../operation.ts';
import { findUnprovenEvents } from '../../access/proven-visitor.ts';
import { createJsonReply, type Reply } from '../../replies/reply.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { NamedIndexes } from './index-name.ts';
import { readInsightsEvents, type BoundVisitor, type IndexEvents } from './insights-events.ts';
import { ParameterReader } from './parameter-reader.ts';
import { readForcedParameters } from './secured-keys.ts';
import { readRequestBody } from '../request-body.ts';

/** Reads the visitor of a key: a signed key has a user, a secured key a `userToken`. @throws VitrineError invalid_request */
function readBoundVisitor(key: Caller | null): BoundVisitor {
  const session = new ParameterReader(readForcedParameters(key)).readText(
    'userToken',
    limits.userIdLengthMax,
  );
  return { user: key?.user ?? null, session };
}

/** Insights, the events of Algolia's clients. */
export function createAlgoliaEventOperations({
  clock,
  searchTracker,
}: {
  clock: Clock;
  searchTracker: SearchTracker;
}): Operation[] {
  return [
    defineAlgoliaOperation({
      id: 'algoliaEvents',
      method: 'POST',
      path: '/1/events',
      tag: 'Events',
      summary: 'Events of Insights',
      scope: 'events',
      handle: async (call): Promise<Reply> => {
        const { events } = await readRequestBody(call);
        let indexEvents: IndexEvents[];
        try {
          indexEvents = readInsightsEvents(events, clock.now(), readBoundVisitor(call.key));
        } catch (error) {
          if (!(error instanceof VitrineError)) throw error;
          return createJsonReply(422, { status: 422, message: error.message });
        }
        const indexes = new NamedIndexes(call);
        // Opened first: an index that the key is not for must not leave a part of the events stored.
        const openIndexes = await Promise.all(
          indexEvents.map(({ index, events: [first] }) =>
            indexes.open(index, { session: first?.session ?? null }),
          ),
        );
        let message = 'OK';
        for (const [at, { events: batch }] of indexEvents.entries()) {
          // The records of this index are suggestions, not items.
          if (openIndexes[at]!.isSuggestions) continue;
          const { project, projectId } = openIndexes[at]!.opened;
          const unproven = findUnprovenEvents({ ...call, project }, batch);
          if (unproven !== null) message = unproven.warning.detail;
          const withAddress = (unproven?.events ?? batch).map((event) => ({
            ...event,
            address: findVisitorNetwork(call, null),
          }));
          const { stored } = await addEvents(project.events, withAddress, clock.now());
          searchTracker.recordEvents(
            projectId,
            project,
            stored.filter((event) => event !== null),
          );
        }
        return createJsonReply(200, { status: 200, message });
      },
    }),
  ];
}
