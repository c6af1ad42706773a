import { listSchema, maybe, objectSchema } from '../../domain/contract/schema.ts';
import type { RulesReport } from '../../domain/rules/active-rules.ts';
import { string } from '../schemas/schemas.ts';

/** The members that rules add to all replies. */
export const ruleReplyMembers = {
  rules: listSchema(string(), { description: 'Ids of the rules that acted, in order.' }),
  userData: maybe(listSchema({}, { description: '`userData` of these rules, in order.' })),
};
/** The members that rules add to replies of searches. */
export const searchRuleMembers = {
  ...ruleReplyMembers,
  redirect: maybe(
    objectSchema(
      { url: string() },
      { description: 'The page to show instead, if a rule redirects the query.' },
    ),
  ),
  rewrittenQuery: maybe(string('The query that was searched, if rules replaced or removed words.')),
};

export function rulesMembers({ acting, redirect, userData }: RulesReport): Record<string, unknown> {
  return {
    rules: acting,
    ...(userData.length === 0 ? {} : { userData }),
    ...(redirect === null ? {} : { redirect }),
  };
}
