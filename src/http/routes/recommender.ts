import type { TrainingState } from '../../ports/recommenders.ts';
import { operation, type Operation } from '../operation.ts';
import { json, type Reply } from '../reply.ts';

const tag = 'Settings';
const access = { kind: 'key', scope: 'settings', project: { in: 'path', name: 'project' } } as const;
const pathParameters = { project: 'Project id.' };
const path = '/api/projects/{project}/recommender';

/** The ranking of a project's recommendations: state and training. */
export function recommenderOperations(options: { onError: (error: unknown) => void }): Operation[] {
  return [
    operation({
      id: 'getRecommender',
      method: 'GET',
      path,
      tag,
      summary: 'What orders a project’s recommendations',
      description:
        'Whether an order was learnt on the project’s own events, and what it was worth beside the others.',
      access,
      pathParameters,
      status: 200,
      reply: replySchema,
      handle: ({ project }) => stateReply(200, project.recommenders.training()),
    }),
    operation({
      id: 'learnRecommender',
      method: 'POST',
      path: `${path}/learn`,
      tag,
      summary: 'Learn the order anew',
      description:
        'Begins at once, in the background, and answers; GET tells how it went. It happens by itself when a project has a tenth more events than at the last time. Where learning is switched off nothing begins.',
      access,
      pathParameters,
      status: 202,
      reply: replySchema,
      handle: ({ project: { recommenders } }) => {
        void recommenders.train().catch(options.onError);
        return stateReply(202, recommenders.training());
      },
    }),
  ];
}

const kind = { enum: ['fixed', 'linear', 'trees'] } as const;
const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;
const figures = {
  type: 'object',
  required: ['ndcg', 'hitRate'],
  properties: { ndcg: { type: 'number' }, hitRate: { type: 'number' } },
} as const;

const replySchema = {
  type: 'object',
  required: ['state', 'ranking', 'events', 'eventsMin', 'eventsMax', 'last'],
  properties: {
    state: { enum: ['off', 'waiting', 'learning'] },
    ranking: { ...kind, description: 'What orders the lists now.' },
    events: count('Events so far.'),
    eventsMin: count('With how many it is learnt next.'),
    eventsMax: count('The newest events that a learning reads: its budget. 0: it is off.'),
    last: {
      type: ['object', 'null'],
      required: ['at', 'events', 'replayed', 'asked', 'lists', 'compared', 'chosen', 'figures', 'cpuSeconds'],
      properties: {
        at: { type: 'string', format: 'date-time' },
        events: count('Events there were.'),
        replayed: count('How many of them, the newest, were lived through once more.'),
        asked: count('How many of these were to be foreseen.'),
        lists: count('How many were among the best hundred candidates of their moment: what is learnt from.'),
        compared: count('How many of these, the newest, only served to compare.'),
        chosen: { ...kind, description: 'The best of what was compared.' },
        figures: {
          type: 'object',
          description: 'NDCG and hit rate at 10, over all that was to be foreseen in the newest fifth.',
          properties: { fixed: figures, linear: figures, trees: figures },
        },
        cpuSeconds: { type: 'number' },
      },
    },
    warnings: { $ref: '#/components/schemas/Warnings' },
  },
};

function stateReply(status: number, state: TrainingState): Reply {
  const last = state.last === null ? null : { ...state.last, at: new Date(state.last.at).toISOString() };
  return json(status, { ...state, last });
}
