import { isPrivate } from '../../domain/access/restrictions.ts';
import { createItemProjection } from '../../domain/catalog/item-projection.ts';
import { itemSchema } from '../../domain/catalog/item-schema.ts';
import { defineListSchema, makeSchemaOptional, defineObjectSchema } from '../../domain/contract/schema.ts';
import { visitorCondition } from '../../domain/rules/visitor-fields.ts';
import type { RuleVisitor } from '../../domain/rules/visitor-test.ts';
import { readTimeSpan } from '../../domain/rules/active-period.ts';
import type { PreviewOptions } from '../../domain/search/execution/preview-search.ts';
import { hiddenItemsMax, previewSearch } from '../../domain/search/execution/preview-search.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import { emptyQuery } from '../../domain/query/empty-query.ts';
import { limits } from '../../ports/limits.ts';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import { formatClientName, identifyClient } from '../access/client.ts';
import { writeHitChunks } from '../replies/hit-reply.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import type { Call } from '../operation.ts';
import {
  defineIntegerParameter,
  defineParameter,
  defineTextParameter,
  type Values,
} from '../requests/parameters.ts';
import { planMembers, planReplyMembers } from '../replies/plan-reply.ts';
import { buildItemChunks, listChunks, type Chunk } from '../replies/reply.ts';
import { createRulesMembers, searchRuleMembers } from '../replies/rules-reply.ts';
import { describeCount, describeString } from '../schemas/schemas.ts';
import { searchItem } from '../schemas/search-reply-schema.ts';
import { draftParameter, type PinnedCall } from '../access/call-view.ts';
import { readFilter, filters } from './common.ts';
import { createRuleOptions, ruleParameters, type RuleInput } from './rule-parameters.ts';
import { wrapFilter, searchParameters } from './search-parameters.ts';

/** The search that a preview runs, and when. */
export const previewBody = {
  q: searchParameters.q,
  filters,
  limit: defineIntegerParameter({
    description: 'Maximum number of items.',
    min: 1,
    max: limits.searchLimitMax,
    fallback: limits.searchLimitDefault,
  }),
  context: ruleParameters.context,
  user: defineTextParameter({ description: 'A user to preview as.', lengthMax: limits.userIdLengthMax }),
  session: defineTextParameter({
    description: 'An anonymous session to preview as.',
    lengthMax: limits.userIdLengthMax,
  }),
  segment: defineParameter(
    {
      description:
        'Previews as a visitor of this segment, in place of `user` and `session`: conditions of rules on visitors match if this one implies them.',
    },
    visitorCondition,
    null,
  ),
  draft: draftParameter,
  at: defineTextParameter({
    description: 'The time of the search, in ISO 8601. The default is now.',
    lengthMax: 40,
  }),
};

/** Members of all replies of previews. */
export const previewMembers = {
  items: defineListSchema(searchItem, {
    description: '`_reason` marks pinned items, `_ranking.reasons` boosted and buried ones.',
  }),
  total: describeCount('Exact number of matching items.'),
  hidden: defineListSchema(
    defineObjectSchema({
      item: itemSchema,
      rules: defineListSchema(describeString(), { description: 'Ids of the rules that hide it.' }),
    }),
    { description: `Items that would be on this page without hiding rules, at most ${hiddenItemsMax}.` },
  ),
  acting: defineListSchema(describeString(), { description: 'Ids of the rules that acted, in order.' }),
  userData: searchRuleMembers.userData,
  redirect: searchRuleMembers.redirect,
  ...planReplyMembers,
  facetsFirst: makeSchemaOptional(
    defineListSchema(describeString(), {
      description: 'Fields of the facets that a search shows first, if a rule orders them.',
    }),
  ),
};

/** The time of a preview in ms since 1970. @throws VitrineError invalid_request */
export function previewTime(at: string | null, now: number): number {
  const time = at === null ? now : readTimeSpan(at)?.from;
  if (time === undefined)
    throw createParameterError('at', 'format', 'a date of ISO 8601, such as 2026-12-24T18:00:00Z');
  return time;
}

/** Whom a preview shows. @throws VitrineError invalid_request if it names a segment and a visitor */
export function previewVisitor({
  user,
  session,
  segment,
}: Pick<Values<typeof previewBody>, 'user' | 'segment'> & Pick<RuleInput, 'session'>): RuleVisitor {
  if (segment === null) return { user, session: typeof session === 'string' ? session : null };
  if (user !== null || session !== null)
    throw createParameterError('segment', 'conflict', 'omitted where `user` or `session` is sent');
  return { segment };
}

/**
 * Writes the reply of a preview. `inactive` has the inactive items of a collection, and is absent without one; `notPreviewed` the changes that
 * the project of the call does not show.
 */
export async function previewChunks(
  call: Omit<PinnedCall<Call>, 'body' | 'query'>,
  body: Values<typeof previewBody>,
  drafts: Pick<PreviewOptions, 'rules' | 'collection'> & {
    readonly inactive?: readonly StoredItem[];
    readonly notPreviewed?: readonly string[];
  },
  { queryEmbeddings, at }: { readonly queryEmbeddings: QueryEmbeddings; readonly at: number },
): Promise<Chunk[]> {
  const { project, restrictions, warnings, key } = call;
  const query = {
    ...emptyQuery,
    text: body.q ?? '',
    limit: body.limit,
    ...wrapFilter(readFilter(body.filters, at, { project, warnings, restrictions })),
  };
  const { result, hidden, plan } = await previewSearch(project, queryEmbeddings, query, {
    ...createRuleOptions({ ...body, enableRules: true }, { key, warnings }, at, previewVisitor(body)),
    restrictions,
    rules: drafts.rules,
    collection: drafts.collection,
    client: formatClientName(identifyClient(call)),
  });
  const { report } = plan;
  const projection = createItemProjection({ fields: null, exclude: restrictions.privateFields });
  const { rules: _, ...members } = createRulesMembers(report);
  const facetsFirst = report.facets.filter((field) => !isPrivate(restrictions, field));
  const rest = {
    acting: report.acting,
    ...members,
    ...(facetsFirst.length === 0 ? {} : { facetsFirst }),
    ...planMembers(plan, query.text),
    ...(drafts.notPreviewed === undefined ? {} : { notPreviewed: drafts.notPreviewed }),
  };
  return [
    '{"items":',
    ...listChunks(result.hits, (hit) => writeHitChunks(hit, { explain: true, projection })),
    `,"total":${result.total},"hidden":`,
    ...listChunks(hidden, ({ item, rules }) => [
      '{"item":',
      ...buildItemChunks(item, projection),
      `,"rules":${JSON.stringify(rules)}}`,
    ]),
    ...(drafts.inactive === undefined
      ? []
      : [',"inactive":', ...listChunks(drafts.inactive, (item) => buildItemChunks(item, projection))]),
    `,${JSON.stringify(rest).slice(1)}`,
  ];
}
