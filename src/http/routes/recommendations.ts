import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import * as recommend from '../../domain/recommend/recommend.ts';
import { operation, type Operation, type OperationOptions } from '../operation.ts';
import { anything, flag, integer, requiredText, text, textList, type Parameters } from '../parameters.ts';
import { itemChunks, jsonChunks, listChunks, type Reply } from '../reply.ts';
import { ref } from '../schemas.ts';
import { filterOf, filters, projectAsIndex, wrong } from './common.ts';

/** What all four operations take. */
const shared = {
  index: projectAsIndex,
  limit: integer({
    description: 'Items to obtain.',
    min: 1,
    max: limits.recommendLimitMax,
    fallback: limits.recommendLimitDefault,
  }),
  filters,
  exclude: textList({
    description: 'Ids that must not appear.',
    countMax: limits.excludeMax,
    lengthMax: limits.itemIdLengthMax,
    commas: false,
  }),
  context: anything({
    description: 'What the shop knows of the moment, such as the page. Taken; this version does not use it.',
    schema: {},
  }),
  explain: flag({ description: 'Adds the numbers behind each place.', fallback: false }),
};
interface Shared {
  index: string;
  limit: number;
  filters: string | null;
  exclude: string[];
  context: unknown;
  explain: boolean;
}

const user = text({ description: 'Customer id.', lengthMax: limits.userIdLengthMax });
const item = requiredText({
  description: 'The item’s id: the shop’s, or our `_id`.',
  lengthMax: limits.itemIdLengthMax,
});

export function recommendationOperations(options: { clock: Clock; ids: IdSource }): Operation[] {
  const recommendationId = (): string => options.ids.next(options.clock.now());
  /** The four differ in what they take and in whom they ask; the rest is this. */
  const define = <B>(
    name: string,
    path: string,
    words: { id: string; summary: string; description: string },
    body: Parameters<B>,
    list: (
      project: ProjectEngine,
      wishes: recommend.ListWishes,
      body: B,
    ) => Promise<recommend.RecommendationList>,
  ): Operation => {
    const declared: OperationOptions<object, Shared & B> = {
      ...words,
      method: 'POST',
      path: `${path}/${name}`,
      aliases: [`${path === '/rec' ? '/reco' : '/rec'}/${name}`],
      tag: 'Recommendations',
      access: { kind: 'key', scope: 'recommend', project: { in: 'body', name: 'index' } },
      body: { ...shared, ...body } as Parameters<Shared & B>,
      status: 200,
      reply: ref('RecommendationReply'),
      errors: ['invalid_filter', 'item_not_found'],
      handle: async (call) => {
        const wishes = {
          limit: call.body.limit,
          filter: filterOf(call.body.filters, options.clock.now()),
          exclude: call.body.exclude,
          explain: call.body.explain,
        };
        const answer = await list(call.project, wishes, call.body);
        return listReply(recommendationId(), answer, wishes.explain);
      },
    };
    return operation(declared);
  };
  return [
    define(
      'user-recommendations',
      '/reco',
      {
        id: 'recommendForUser',
        summary: 'Recommendations for a user',
        description: 'An unknown user gets what a new visitor gets.',
      },
      {
        user: requiredText({ description: 'Customer id.', lengthMax: limits.userIdLengthMax }),
        session: textList({
          description: 'Ids of items seen just now, oldest first.',
          countMax: limits.contextItemsMax,
          lengthMax: limits.itemIdLengthMax,
          commas: false,
        }),
      },
      (project, wishes, body) => recommend.forUser(project, wishes, body),
    ),
    define(
      'fbt',
      '/reco',
      {
        id: 'recommendBoughtTogether',
        summary: 'Items frequently bought together',
        description: 'For one item, or for a cart.',
      },
      {
        item: anything({
          description: 'The item’s id (the shop’s, or our `_id`), or a list of ids: a cart.',
          required: true,
          schema: {
            oneOf: [
              { type: 'string', minLength: 1, maxLength: limits.itemIdLengthMax },
              {
                type: 'array',
                minItems: 1,
                maxItems: limits.contextItemsMax,
                items: { type: 'string', minLength: 1, maxLength: limits.itemIdLengthMax },
              },
            ],
          },
        }),
        user,
      },
      (project, wishes, body) =>
        recommend.boughtTogether(project, wishes, { items: cartOf(body.item), user: body.user }),
    ),
    define(
      'trendings',
      '/rec',
      {
        id: 'recommendTrending',
        summary: 'Trending items',
        description: 'What gets more attention now than it usually does.',
      },
      {
        user,
        category: text({ description: 'Only items of this category.', lengthMax: limits.fieldNameLengthMax }),
      },
      (project, wishes, body) => recommend.trending(project, wishes, body),
    ),
    define(
      'similar',
      '/reco',
      {
        id: 'recommendSimilar',
        summary: 'Items similar to another item',
        description: 'By what shoppers look at together, by words and by pictures.',
      },
      { item, user },
      (project, wishes, body) => recommend.similar(project, wishes, body.item),
    ),
  ];
}

function cartOf(value: unknown): string[] {
  const cart = textList({
    description: '',
    countMax: limits.contextItemsMax,
    lengthMax: limits.itemIdLengthMax,
    commas: false,
  });
  const items = cart.read(value, 'item');
  if (!Array.isArray(items))
    throw wrong(
      'item',
      items.errors[0]?.code ?? 'type',
      `an id or a list of at most ${limits.contextItemsMax} ids`,
    );
  if (items.length === 0) throw wrong('item', 'required', 'an id or a list of ids');
  return items;
}

function listReply(id: string, list: recommend.RecommendationList, explain: boolean): Reply {
  const items = listChunks(list.entries, ({ entry, reason }) =>
    itemChunks(entry.item, {
      _score: entry.score,
      _reason: reason,
      ...(explain ? { _explain: { source: entry.source, ...entry.facts } } : {}),
    }),
  );
  return jsonChunks(200, [
    `{"recommendationId":"${id}","items":`,
    ...items,
    `,"fallback":${JSON.stringify(list.fallback)}`,
    '}',
  ]);
}
