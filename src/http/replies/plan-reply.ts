import { listSchema, maybe, objectSchema, component } from '../../domain/contract/schema.ts';
import { filterText } from '../../domain/query/filter-text.ts';
import type { QueryPlan } from '../../domain/search/planning/query-plan.ts';
import { searchRuleMembers } from './rules-reply.ts';
import { count, oneOf, string } from '../schemas/schemas.ts';

const understoodPart = component(
  'UnderstoodPart',
  objectSchema({
    text: string('The part of the query.'),
    start: count('Where it begins in the query, in UTF-16 units.'),
    end: count('Where it ends.'),
    field: string(),
    filter: string('The filter, in the syntax of `filters`.'),
    as: oneOf(
      ['filter', 'boost'],
      'What it became. Send `asWords` with the field to search for its words instead.',
    ),
  }),
);

/** What a plan made of the query. */
export const planReplyMembers = {
  rewrittenQuery: searchRuleMembers.rewrittenQuery,
  understood: maybe(
    listSchema(understoodPart, {
      description: 'What was read from the query, in its order, unless query understanding is off.',
    }),
  ),
  ignoredWords: maybe(
    listSchema(string(), {
      description:
        'Carrier phrases of the query, as typed, which are not searched for, such as `where can I buy` and `please`; omitted if there are none.',
    }),
  ),
};

/** Formats what a plan did with the query `requestedText`. Each understood part names the filter that the shopper may remove. */
export function planMembers(
  { rewritten, understood, ignored }: Pick<QueryPlan, 'rewritten' | 'understood' | 'ignored'>,
  requestedText: string,
): object {
  const text = rewritten ?? requestedText;
  return {
    ...(rewritten === null ? {} : { rewrittenQuery: rewritten }),
    ...(understood === null
      ? {}
      : {
          understood: understood.parts.map(({ start, end, field, filter, as }) => ({
            text: text.slice(start, end),
            start,
            end,
            field,
            filter: filterText(filter),
            as: understood.mode === 'filters' ? as : 'boost',
          })),
        }),
    ...(ignored.length === 0 ? {} : { ignoredWords: ignored }),
  };
}
