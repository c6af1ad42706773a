import { draftTerms } from '../../domain/configuration/change-drafts.ts';
import {
  defineComponent,
  defineListSchema,
  defineObjectSchema,
  addNullToSchema,
  makeSchemaOptional,
} from '../../domain/contract/schema.ts';
import { listForPlacement } from '../../domain/recommend/placements.ts';
import { placementTerms } from '../../domain/recommend/placement-check.ts';
import type { ReplayedOrder } from '../../domain/replay/compared-lists.ts';
import { ReplayTasks } from '../../domain/replay/replay-tasks.ts';
import { findResource } from '../../domain/resources/change-resource.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { Engine, ProjectView } from '../../ports/engine.ts';
import type { Impression } from '../../ports/recommendations/impression-log.ts';
import { defineOperation, type Call, type Operation } from '../operation.ts';
import { createJsonReply } from '../replies/reply.ts';
import {
  describeBoolean,
  describeCount,
  describeNumber,
  describeReply,
  describeString,
  describeTimestamp,
} from '../schemas/schemas.ts';
import { replayTaskReply } from '../schemas/task-schema.ts';
import { projectInPath, settingsAccess } from './common.ts';
import { createPlacementOptions, previewInput } from './placement-parameters.ts';
import { readContext } from './visitor-parameters.ts';

const path = '/api/projects/{project}/drafts/{draft}/replay';
const pathParameters = { ...projectInPath, draft: { description: 'Draft id.', component: 'DraftInPath' } };

const difference = defineComponent(
  'MeanDifference',
  defineObjectSchema(
    {
      before: describeNumber(),
      after: describeNumber(),
      low: addNullToSchema(describeNumber()),
      high: addNullToSchema(describeNumber()),
    },
    {
      description:
        '`low` and `high`: 95 % interval of `after` minus `before`; null with fewer than 25 visitors.',
    },
  ),
);
const summary = defineComponent(
  'ReplaySummary',
  defineObjectSchema({
    startedAt: describeTimestamp(),
    finishedAt: describeTimestamp(),
    impressions: describeCount('Searches and lists that were replayed.'),
    skipped: describeCount(
      'Those that could not be: sorted, by photo, or with a filter or collection that is gone.',
    ),
    from: describeTimestamp('The time of the first impression.'),
    to: describeTimestamp('The time of the last impression.'),
    changed: describeNumber('Share of the impressions whose first 24 items are others, or in another order.'),
    withoutResults: difference,
    chosenFirst: makeSchemaOptional({
      ...addNullToSchema(difference),
      description: 'Share of the impressions with a click or purchase in which what was chosen stands first.',
    }),
    clicks: {
      ...addNullToSchema(difference),
      description: 'NDCG of what was clicked or bought, corrected for positions.',
    },
    revenue: { ...addNullToSchema(difference), description: 'NDCG of what was bought, by its amount.' },
    judged: describeCount('Impressions with a click or purchase.'),
    visitors: describeCount('Visitors of these.'),
  }),
);
const ids = defineListSchema(describeString());
const rank = addNullToSchema(describeNumber());
const replayedList = defineComponent(
  'ReplayedList',
  defineObjectSchema({
    query: describeString(),
    filters: defineListSchema(describeString()),
    collection: addNullToSchema(describeString()),
    placement: addNullToSchema(describeString()),
    impressions: describeCount('How often it was shown.'),
    before: ids,
    after: ids,
    rulesBefore: ids,
    rulesAfter: ids,
    rankBefore: rank,
    rankAfter: rank,
  }),
);
const replayReply = describeReply('ReplayReply', {
  replay: {
    ...addNullToSchema(
      defineComponent(
        'Replay',
        defineObjectSchema({
          draftVersion: describeCount(),
          liveVersion: describeCount('The newest version of the configuration at its start.'),
          isCurrent: describeBoolean('Whether the draft has not changed since.'),
          summary,
          lists: defineListSchema(replayedList, { description: 'Changed lists, those shown most first.' }),
        }),
      ),
    ),
    description: 'Null: none has finished.',
  },
});

/** Replays of drafts on the shop's own impressions. */
export function createReplayOperations(options: {
  engine: Engine;
  clock: Clock;
  ids: IdSource;
  queryEmbeddings: QueryEmbeddings;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}): Operation[] {
  const { engine, clock, queryEmbeddings } = options;
  const tasks = new ReplayTasks({ ...options, store: engine.store });
  return [
    defineOperation({
      id: 'replayDraft',
      method: 'POST',
      path,
      tag: 'Settings',
      summary: 'Replay a draft',
      description:
        'Runs the newest 10,000 searches and lists of shoppers again, live and under the draft, in the background: which lists change, and how the ranks of what was clicked and bought move. While a replay of the project runs, returns that one.',
      access: settingsAccess,
      pathParameters,
      status: 202,
      reply: replayTaskReply,
      errors: ['draft_not_found'],
      handle: async (call) => {
        const { project, projectId, pause } = call;
        const draft = findResource(project.drafts, call.path['draft'] ?? '', draftTerms);
        const task = await tasks.start(project, draft, {
          projectId,
          taskId: options.ids.next(clock.now()),
          hold: () => engine.hold(project),
          queryEmbeddings,
          placementList: (view, impression) => computePlacementOrder(view, impression, call, clock.now()),
          now: () => clock.now(),
          pause,
        });
        return createJsonReply(202, { task });
      },
    }),
    defineOperation({
      id: 'getReplay',
      method: 'GET',
      path,
      tag: 'Settings',
      summary: 'Get the last replay of a draft',
      access: settingsAccess,
      pathParameters,
      status: 200,
      reply: replayReply,
      errors: ['draft_not_found'],
      handle: ({ project, path: { draft: id = '' } }) => {
        const draft = findResource(project.drafts, id, draftTerms);
        const replay = project.replays.current().get(id)?.value ?? null;
        const isCurrent = replay?.draftVersion === draft.version;
        return createJsonReply(200, { replay: replay === null ? null : { ...replay, isCurrent } });
      },
    }),
  ];
}

/** The list of a placement for the visitor and the page of an impression, or null if the placement was deleted. */
async function computePlacementOrder(
  view: ProjectView,
  { placement: id, visitor, about, category }: Impression,
  call: Pick<Call, 'key' | 'projectId' | 'restrictions'>,
  now: number,
): Promise<ReplayedOrder | null> {
  if (id === null || !view.placements.current().has(id)) return null;
  const { value: placement } = findResource(view.placements, id, placementTerms);
  const { user = null, session = null } = (visitor ?? {}) as { user?: string; session?: string };
  const input = previewInput(
    {
      user,
      session,
      seen: [],
      item: null,
      items: [...about],
      category,
      context: null,
      explain: false,
      segment: null,
      draft: null,
      at: null,
    },
    call.projectId,
  );
  const listCall = { ...call, project: view, warnings: [] };
  const options = {
    ...createPlacementOptions(placement, input, listCall, { now }),
    recordsImpressions: false,
  };
  const page = { ...readContext(input), items: about, category };
  const { entries, rules } = await listForPlacement(view, options, placement, page);
  return {
    items: entries.map(({ entry }) => entry.item.id),
    isFound: entries.length > 0,
    rules: rules.acting,
  };
}
