import type { ProjectView } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { ListName } from '../../ports/recommendations/recommendation-placements.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { selectProjectionOptions } from '../../domain/access/restrictions.ts';
import { projectWithItemAddress } from '../../domain/catalog/addressed-projection.ts';
import type { RecommendationList, RecommendationOptions } from '../../domain/recommend/list-builder.ts';
import * as recommend from '../../domain/recommend/recommend.ts';
import { defineOperation, type OperationOptions, type ValidatedOperation } from '../operation.ts';
import {
  defineRequiredTextParameter,
  defineTextListParameter,
  type Parameter,
  type Parameters,
} from '../requests/parameters.ts';
import { Fault } from '../../domain/contract/fields.ts';
import { createRuleOptions, type RuleInput } from './rule-parameters.ts';
import { listReply, recommendationReply } from '../replies/list-reply.ts';
import { recordList } from '../replies/recorded-list.ts';
import {
  listOptions,
  listParameters,
  createRecommendationOptions,
  type ListInput,
} from './list-parameters.ts';
import {
  cartItems,
  category,
  visitor,
  visitorNeeded,
  visitorNow,
  readContext,
  pickVisitor,
  windowHours,
} from './visitor-parameters.ts';
import { pinVisitorView } from '../access/call-view.ts';
import { withItemIds } from './named-list-items.ts';

const item = defineRequiredTextParameter({
  description: 'The item’s `id` or `_id`, or with `by` another of its names.',
  lengthMax: limits.itemReferenceLengthMax,
});
const itemIds = defineTextListParameter({
  ...cartItems,
  description: 'The item’s `id` or `_id`, or with `by` another of its names; or a list of them: a cart.',
  required: true,
});
const cart: Parameter<string[]> = {
  ...itemIds,
  schema: { oneOf: [item.schema, itemIds.schema] },
  read: (value, path) => {
    const ids = itemIds.read(value, path);
    return ids instanceof Fault ? new Fault(ids.errors.map((error) => ({ ...error, path }))) : ids;
  },
};

export function createRecommendationOperations(options: {
  clock: Clock;
  ids: IdSource;
}): ValidatedOperation[] {
  /** Common parts; operations differ in parameters and source. */
  const define = <B extends Pick<RuleInput, 'user' | 'session'>>(
    name: string,
    path: string,
    {
      shows,
      ...words
    }: Pick<OperationOptions<object, B>, 'id' | 'summary' | 'description' | 'bodyNeeds'> & {
      readonly shows: ListName;
    },
    body: Parameters<B>,
    list: (project: ProjectView, wishes: RecommendationOptions, body: B) => Promise<RecommendationList>,
  ): ValidatedOperation => {
    const declared: OperationOptions<object, ListInput & B> = {
      ...words,
      method: 'POST',
      path: `${path}/${name}`,
      aliases: [`${path === '/rec' ? '/reco' : '/rec'}/${name}`],
      tag: 'Recommendations',
      access: { kind: 'key', scope: 'recommend', project: { in: 'body', name: 'index' } },
      body: { ...listParameters, ...body } as Parameters<ListInput & B>,
      bodyBase: listOptions,
      status: 200,
      reply: recommendationReply,
      errors: ['invalid_filter', 'item_not_found', 'item_ambiguous', 'draft_not_found'],
      handle: async (sent) => {
        const call = pinVisitorView(sent, sent.body);
        const { restrictions } = call;
        const body = await withItemIds(call, call.body, 'refuse');
        const now = options.clock.now();
        const wishes = createRecommendationOptions(body, call, now, createRuleOptions(body, call, now));
        const answer = await list(call.project, wishes, body);
        const shown = {
          explain: wishes.explain,
          projection: projectWithItemAddress(
            { ...body, ...selectProjectionOptions(restrictions) },
            call.project.settings.effective().items.urlTemplate,
          ),
        };
        const id = options.ids.next(now);
        const { entries, rules } = answer;
        if (body.draft === null) recordList(call, body, { id, at: now, list: shows, entries, rules });
        return listReply(id, answer, shown);
      },
    };
    return { ...defineOperation(declared), onServingThreads: 'validated' };
  };
  return [
    define(
      'user-recommendations',
      '/reco',
      {
        id: 'recommendForUser',
        shows: 'user',
        summary: 'Recommendations for a user or an anonymous session',
        description: 'An unknown user or session gets the list of a new visitor.',
        bodyNeeds: visitorNeeded,
      },
      visitorNow,
      (project, wishes, body) => recommend.forUser(project, wishes, readContext(body)),
    ),
    define(
      'fbt',
      '/reco',
      {
        id: 'recommendBoughtTogether',
        shows: 'together',
        summary: 'Items frequently bought together',
        description: 'Lists what is bought together with an item or with a cart.',
      },
      { item: cart, ...visitor },
      (project, wishes, body) =>
        recommend.boughtTogether(project, wishes, { items: body.item, visitor: pickVisitor(body) }),
    ),
    define(
      'trendings',
      '/rec',
      {
        id: 'recommendTrending',
        shows: 'trending',
        summary: 'Trending items',
        description: 'Items with more visitors than usual.',
      },
      { ...visitor, category, windowHours },
      (project, wishes, body) => recommend.trending(project, wishes, { ...body, visitor: pickVisitor(body) }),
    ),
    define(
      'similar',
      '/reco',
      {
        id: 'recommendSimilar',
        shows: 'similar',
        summary: 'Items similar to another item',
        description: 'Lists items that are similar by co-views, text and pictures.',
      },
      { item, ...visitor },
      (project, wishes, body) => recommend.similar(project, wishes, { ...body, visitor: pickVisitor(body) }),
    ),
    define(
      'popular',
      '/reco',
      {
        id: 'recommendPopular',
        shows: 'popular',
        summary: 'Popular items',
        description: 'Lists the items with the most visitors, mainly of the last month.',
      },
      { ...visitor, category },
      (project, wishes, body) => recommend.popular(project, wishes, { ...body, visitor: pickVisitor(body) }),
    ),
    define(
      'buy-again',
      '/reco',
      {
        id: 'recommendBuyAgain',
        shows: 'again',
        summary: 'Items to buy again',
        description: 'The visitor’s purchases that are probably due again. No fallback.',
        bodyNeeds: visitorNeeded,
      },
      visitor,
      (project, wishes, body) => recommend.buyAgain(project, wishes, pickVisitor(body)),
    ),
    define(
      'recently-viewed',
      '/reco',
      {
        id: 'recommendRecentlyViewed',
        shows: 'viewed',
        summary: 'Recently viewed items',
        description: 'The visitor’s last items, at most fifty, newest first. No fallback.',
        bodyNeeds: visitorNeeded,
      },
      visitorNow,
      (project, wishes, body) => recommend.recentlyViewed(project, wishes, readContext(body)),
    ),
    define(
      'because-you-viewed',
      '/reco',
      {
        id: 'recommendBecauseViewed',
        shows: 'because-viewed',
        summary: 'Items similar to the last viewed item',
        description: 'Similar to the visitor’s last item, which `_reason` names.',
        bodyNeeds: visitorNeeded,
      },
      visitorNow,
      (project, wishes, body) => recommend.becauseViewed(project, wishes, readContext(body)),
    ),
  ];
}
