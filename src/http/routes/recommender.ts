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
      summary: 'Ranking of a project’s recommendations',
      description: 'State of the trained ranking, and the last comparison of all rankings.',
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
        'Starts training in the background; GET reports the result. Training also starts automatically after 10 % more events. Without effect if training is disabled.',
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
    eventsMin: count('Number of events that starts the next training.'),
    eventsMax: count('Maximum of events that a training replays; 0: disabled.'),
    last: {
      type: ['object', 'null'],
      required: ['at', 'events', 'replayed', 'asked', 'lists', 'compared', 'chosen', 'figures', 'cpuSeconds'],
      properties: {
        at: { type: 'string', format: 'date-time' },
        events: count('Events there were.'),
        replayed: count('Newest events that were replayed.'),
        asked: count('Replayed events that were predicted.'),
        lists: count('Predictions whose item was among the best hundred candidates: the training lists.'),
        compared: count('Newest training lists, held out for comparison.'),
        chosen: { ...kind, description: 'The best ranking of the comparison.' },
        figures: {
          type: 'object',
          description: 'NDCG and hit rate at 10, over all predictions in the newest fifth.',
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
