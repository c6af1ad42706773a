import { itemSchema } from '../../domain/catalog/item-schema.ts';
import {
  component,
  extendSchema,
  listSchema,
  maybe,
  objectSchema,
  orNull,
} from '../../domain/contract/schema.ts';
import { listSourceName } from '../../domain/recommend/list-names.ts';
import type { RecommendationList } from '../../domain/recommend/list-builder.ts';
import type { Reason } from '../../domain/recommend/reasons.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { limits } from '../../ports/limits.ts';
import { itemWithMembers, jsonChunks, listChunks, type Reply } from './reply.ts';
import { ruleReplyMembers, rulesMembers } from './rules-reply.ts';
import { boolean, count, number, oneOf, reply, string } from '../schemas/schemas.ts';

const recommendedItem = component(
  'RecommendedItem',
  extendSchema(
    itemSchema,
    objectSchema({
      _score: number('Comparable within one list only.'),
      _reason: component(
        'Reason',
        objectSchema(
          {
            code: string(
              'Stable: `because_you_viewed`, `seen_before`, `bought_together`, `goes_with`, `bought_before`, `trending`, `viewed_together`, `similar`, `looks_similar`, `popular`, `new`, `pinned`.',
            ),
            text: string('A sentence for visitors.'),
            because: listSchema(string(), { description: 'Ids of the items that are the reason.' }),
            rule: maybe(string('The id of the rule. Only `pinned` has it.')),
          },
          { description: 'Why the item is in the list.' },
        ),
      ),
      _explain: maybe({
        type: 'object',
        additionalProperties: true,
        description: 'The source and the components of the score. Only replies with `explain` have it.',
      }),
    }),
    'An item of a list of recommendations.',
  ),
);
const explanation = component(
  'ListExplanation',
  objectSchema(
    {
      sources: listSchema(
        objectSchema({
          name: string('The list’s own source first, then fallbacks.'),
          candidates: count('Number of candidates from the source.'),
          taken: count('Number of them in the list.'),
        }),
      ),
      leftOut: listSchema(
        objectSchema({
          _id: string(),
          id: string(),
          score: number(),
          why: oneOf(['variant_in_list', 'cap', 'below_min_relevance']),
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
  recommendationId: string('Send it with events of these items.'),
  items: listSchema(recommendedItem, { description: 'Best first.' }),
  ...ruleReplyMembers,
  explain: maybe(explanation),
};
/** The reply of all lists. */
export const recommendationReply = reply('RecommendationReply', {
  ...listMembers,
  fallback: oneOf(
    ['similar', 'trending', 'popular', 'content', null],
    'The source that filled the list, or null.',
  ),
});
const sourceOrNull = (description: string) => ({ ...orNull(listSourceName.schema), description });
/** The reply of a placement. */
export const placementListReply = reply('PlacementListReply', {
  ...listMembers,
  fallback: sourceOrNull('The first fallback with items in the list, or null.'),
  list: sourceOrNull('The first source with items in the list; null if there is none.'),
  placement: objectSchema({
    id: string(),
    title: maybe(string('A heading for the list.')),
    enabled: boolean('False: the list is empty.'),
    group: maybe(string('Lists of the page with this group show no item twice.')),
    userData: maybe({ description: 'Any JSON value, for the front end.' }),
  }),
});

/** Writes a list with further `members`. */
export function listReply(
  id: string,
  list: RecommendationList,
  { explain, projection }: { explain: boolean; projection: JsonProjection },
  members: Readonly<Record<string, unknown>> = {},
): Reply<never> {
  const reasonText = reasonTexts();
  const items = listChunks(list.entries, ({ entry, reason }) => {
    const score = `"_score":${JSON.stringify(entry.score)},"_reason":${reasonText(reason)}`;
    const facts = explain ? `,"_explain":${JSON.stringify({ source: entry.source, ...entry.facts })}` : '';
    return itemWithMembers(entry.item, projection, score + facts);
  });
  const leftOut = list.leftOut
    .slice(0, limits.explainedLeftOutMax)
    .map(({ item: { _id, id: itemId }, score, why }) => ({ _id, id: itemId, score, why }));
  return jsonChunks(200, [
    `{"recommendationId":"${id}","items":`,
    ...items,
    `,${JSON.stringify({ fallback: list.fallback, ...rulesMembers(list.rules), ...members }).slice(1, -1)}`,
    ...(explain ? [`,"explain":${JSON.stringify({ sources: list.sources, leftOut })}`] : []),
    '}',
  ]);
}

/** Reasons as JSON. Consecutive entries often have the same reason, which is serialised once. */
function reasonTexts(): (reason: Reason) => string {
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
