import { itemSchema } from '../../domain/catalog/item-schema.ts';
import {
  defineComponent,
  extendSchema,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
} from '../../domain/contract/schema.ts';
import { listSourceName } from '../../domain/recommend/list-names.ts';
import type { RecommendationList } from '../../domain/recommend/list-builder.ts';
import type { Reason } from '../../domain/recommend/reasons.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { limits } from '../../ports/limits.ts';
import { addMembersToItem, createChunkedReply, listChunks, type Reply } from './reply.ts';
import { ruleReplyMembers, createRulesMembers } from './rules-reply.ts';
import {
  describeBoolean,
  describeCount,
  describeNumber,
  describeChoice,
  describeReply,
  describeString,
} from '../schemas/schemas.ts';

const recommendedItem = defineComponent(
  'RecommendedItem',
  extendSchema(
    itemSchema,
    defineObjectSchema({
      _score: describeNumber('Comparable within one list only.'),
      _reason: defineComponent(
        'Reason',
        defineObjectSchema(
          {
            code: describeString(
              'Stable: `because_you_viewed`, `seen_before`, `bought_together`, `goes_with`, `bought_before`, `trending`, `viewed_together`, `similar`, `looks_similar`, `popular`, `new`, `pinned`.',
            ),
            text: describeString('A sentence for visitors.'),
            because: defineListSchema(describeString(), {
              description: 'Ids of the items that are the reason.',
            }),
            rule: makeSchemaOptional(describeString('The id of the rule. Only `pinned` has it.')),
          },
          { description: 'Why the item is in the list.' },
        ),
      ),
      _explain: makeSchemaOptional({
        type: 'object',
        additionalProperties: true,
        description: 'The source and the components of the score. Only replies with `explain` have it.',
      }),
    }),
    'An item of a list of recommendations.',
  ),
);
const explanation = defineComponent(
  'ListExplanation',
  defineObjectSchema(
    {
      sources: defineListSchema(
        defineObjectSchema({
          name: describeString('The list’s own source first, then fallbacks.'),
          candidates: describeCount('Number of candidates from the source.'),
          taken: describeCount('Number of them in the list.'),
        }),
      ),
      leftOut: defineListSchema(
        defineObjectSchema({
          _id: describeString(),
          id: describeString(),
          score: describeNumber(),
          why: describeChoice(['variant_in_list', 'cap', 'below_min_relevance']),
        }),
      ),
    },
    {
      description:
        'The sources in their order, and the candidates that list constraints excluded. Only replies with `explain` have it.',
    },
  ),
);
const listMembers = {
  recommendationId: describeString('Send it with events of these items.'),
  items: defineListSchema(recommendedItem, { description: 'Best first.' }),
  ...ruleReplyMembers,
  explain: makeSchemaOptional(explanation),
};
/** The reply of all lists. */
export const recommendationReply = describeReply('RecommendationReply', {
  ...listMembers,
  fallback: describeChoice(
    ['similar', 'trending', 'popular', 'content', null],
    'The source that filled the list, or null.',
  ),
});
const describeSource = (description: string) => ({ ...addNullToSchema(listSourceName.schema), description });
/** The reply of a placement. */
export const placementListReply = describeReply('PlacementListReply', {
  ...listMembers,
  fallback: describeSource('The first fallback with items in the list, or null.'),
  list: describeSource('The first source with items in the list; null if there is none.'),
  placement: defineObjectSchema({
    id: describeString(),
    title: makeSchemaOptional(describeString('A heading for the list.')),
    enabled: describeBoolean('False: the list is empty.'),
    group: makeSchemaOptional(describeString('Lists of the page with this group show no item twice.')),
    userData: makeSchemaOptional({ description: 'Any JSON value, for the front end.' }),
  }),
});

/** Writes a list with further `members`. */
export function listReply(
  id: string,
  list: RecommendationList,
  { explain, projection }: { explain: boolean; projection: JsonProjection },
  members: Readonly<Record<string, unknown>> = {},
): Reply<never> {
  const reasonText = createReasonFormatter();
  const items = listChunks(list.entries, ({ entry, reason }) => {
    const score = `"_score":${JSON.stringify(entry.score)},"_reason":${reasonText(reason)}`;
    const facts = explain ? `,"_explain":${JSON.stringify({ source: entry.source, ...entry.facts })}` : '';
    return addMembersToItem(entry.item, projection, score + facts);
  });
  const leftOut = list.leftOut
    .slice(0, limits.explainedLeftOutMax)
    .map(({ item: { _id, id: itemId }, score, why }) => ({ _id, id: itemId, score, why }));
  return createChunkedReply(200, [
    `{"recommendationId":"${id}","items":`,
    ...items,
    `,${JSON.stringify({ fallback: list.fallback, ...createRulesMembers(list.rules), ...members }).slice(1, -1)}`,
    ...(explain ? [`,"explain":${JSON.stringify({ sources: list.sources, leftOut })}`] : []),
    '}',
  ]);
}

/** Reasons as JSON. Consecutive entries often have the same reason, which is serialised once. */
function createReasonFormatter(): (reason: Reason) => string {
  let last: Reason | null = null;
  let made = '';
  return (reason) => {
    if (last === null || !isSameReason(reason, last)) made = JSON.stringify(reason);
    last = reason;
    return made;
  };
}

function isSameReason(one: Reason, other: Reason): boolean {
  return (
    one.text === other.text &&
    one.rule === other.rule &&
    one.code === other.code &&
    one.because.length === other.because.length &&
    one.because.every((id, at) => id === other.because[at])
  );
}
