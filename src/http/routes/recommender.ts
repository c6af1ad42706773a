import type { TrainingState } from '../../ports/recommendations/recommenders.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineComponent,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
} from '../../domain/contract/schema.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeCount, describeNumber, describeChoice, describeReply } from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';

const tag = 'Settings';
const pathParameters = projectInPath;
const path = '/api/projects/{project}/recommender';

/** The ranking of a project's recommendations: state and training. */
export function createRecommenderOperations(options: { onError: (error: unknown) => void }): Operation[] {
  return [
    defineOperation({
      id: 'getRecommender',
      method: 'GET',
      path,
      tag,
      summary: 'Get the ranking of recommendations',
      description: 'State of the trained ranking, and the last comparison of all rankings.',
      access: settingsAccess,
      pathParameters,
      status: 200,
      reply: recommenderReply,
      handle: ({ project }) => stateReply(200, project.recommenders.training()),
    }),
    defineOperation({
      id: 'learnRecommender',
      method: 'POST',
      path: `${path}/learn`,
      tag,
      summary: 'Retrain the ranking',
      description:
        'Starts training in the background; GET reports the result. Training also starts automatically after 10 % more events, and after a user was erased. Without effect if training is disabled.',
      access: settingsAccess,
      pathParameters,
      status: 202,
      reply: recommenderReply,
      handle: ({ project: { recommenders } }) => {
        void recommenders.train().catch(options.onError);
        return stateReply(202, recommenders.training());
      },
    }),
  ];
}

const kind = defineComponent(
  'RankingKind',
  describeChoice(
    ['fixed', 'linear', 'trees'],
    'A ranking of recommendations: the initial one, or one of two trained ones.',
  ),
);
const figures = defineComponent(
  'RankingFigures',
  defineObjectSchema({ ndcg: describeNumber(), hitRate: describeNumber() }),
);

const recommenderReply = describeReply(
  'RecommenderReply',
  {
    state: describeChoice(['off', 'waiting', 'learning']),
    ranking: { ...kind, description: 'The ranking in use.' },
    events: describeCount('Number of events.'),
    eventsMin: describeCount('Number of events that starts the next training.'),
    eventsMax: describeCount('The maximum number of events that a training reads. 0 disables it.'),
    last: addNullToSchema(
      defineComponent(
        'TrainingReport',
        defineObjectSchema(
          {
            at: { type: 'string', format: 'date-time' },
            events: describeCount('Number of events at that time.'),
            replayed: describeCount('Number of events that it was trained with, the newest ones.'),
            asked: describeCount('Number of these events that were predicted.'),
            lists: describeCount(
              'Predictions whose item was among the best hundred candidates: the training lists.',
            ),
            compared: describeCount('Newest training lists, held out for comparison.'),
            chosen: { ...kind, description: 'The best ranking of the comparison.' },
            figures: defineObjectSchema(
              {
                fixed: makeSchemaOptional(figures),
                linear: makeSchemaOptional(figures),
                trees: makeSchemaOptional(figures),
              },
              { description: 'NDCG and hit rate at 10, over all predictions in the newest fifth.' },
            ),
            cpuSeconds: describeNumber(),
          },
          { description: 'Result of the last training; null before the first.' },
        ),
      ),
    ),
  },
  'Ranking of a project’s recommendations, and its last training.',
);

function stateReply(status: number, state: TrainingState) {
  const last = state.last === null ? null : { ...state.last, at: new Date(state.last.at).toISOString() };
  return createJsonReply(status, { ...state, last });
}
