import {
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  defineComponent,
} from '../../domain/contract/schema.ts';
import { filterText } from '../../domain/query/filter-text.ts';
import type { QueryPlan } from '../../domain/search/planning/query-plan.ts';
import { searchRuleMembers } from './rules-reply.ts';
import { describeCount, describeChoice, describeString } from '../schemas/schemas.ts';

const understoodPart = defineComponent(
  'UnderstoodPart',
  defineObjectSchema({
    text: describeString('The part of the query.'),
    start: describeCount('Where it begins in the query, in UTF-16 units.'),
    end: describeCount('Where it ends.'),
    field: describeString(),
    filter: describeString('The filter, in the syntax of `filters`.'),
    as: describeChoice(
      ['filter', 'boost'],
      'What it became. Send `asWords` with the field to search for its words instead.',
    ),
  }),
);

/** What a plan made of the query. */
export const planReplyMembers = {
  rewrittenQuery: searchRuleMembers.rewrittenQuery,
  understood: makeSchemaOptional(
    defineListSchema(understoodPart, {
      description: 'What was read from the query, in its order, unless query understanding is off.',
    }),
  ),
  ignoredWords: makeSchemaOptional(
    defineListSchema(describeString(), {
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
