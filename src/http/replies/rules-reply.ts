import { defineListSchema, makeSchemaOptional, defineObjectSchema } from '../../domain/contract/schema.ts';
import type { RulesReport } from '../../domain/rules/active-rules.ts';
import { describeString } from '../schemas/schemas.ts';

/** The members that rules add to all replies. */
export const ruleReplyMembers = {
  rules: defineListSchema(describeString(), { description: 'Ids of the rules that acted, in order.' }),
  userData: makeSchemaOptional(defineListSchema({}, { description: '`userData` of these rules, in order.' })),
};
/** The members that rules add to replies of searches. */
export const searchRuleMembers = {
  ...ruleReplyMembers,
  redirect: makeSchemaOptional(
    defineObjectSchema(
      { url: describeString('A path, such as `/gifts`, is one of the page that follows it.') },
      { description: 'The page to show instead, if a rule redirects the query.' },
    ),
  ),
  rewrittenQuery: makeSchemaOptional(
    describeString('The query that was searched, if rules replaced or removed words.'),
  ),
};

export function createRulesMembers({ acting, redirect, userData }: RulesReport): Record<string, unknown> {
  return {
    rules: acting,
    ...(userData.length === 0 ? {} : { userData }),
    ...(redirect === null ? {} : { redirect }),
  };
}
