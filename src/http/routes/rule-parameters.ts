import { hasScope } from '../../domain/projects/grants.ts';
import { decideRuleScope, type RuleOptions } from '../../domain/rules/active-rules.ts';
import type { RuleVisitor } from '../../domain/rules/visitor-test.ts';
import { readContext } from '../../domain/rules/request-context.ts';
import { limits } from '../../ports/limits.ts';
import type { Call } from '../operation.ts';
import { defineJsonParameter, defineFlagParameter, defineTextParameter } from '../requests/parameters.ts';
import { claimedUser } from './visitor-parameters.ts';

/** Parameters of all requests to which rules apply. */
export const ruleParameters = {
  context: defineJsonParameter({
    description:
      'Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON. Members have a text, number or boolean, or a list of them.',
    schema: {},
  }),
  enableRules: defineFlagParameter({
    description:
      'False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden.',
    fallback: true,
  }),
};

/** The visitor of a search. */
export const visitorParameters = {
  user: defineTextParameter({
    description: `Id of the user who searches, for conditions of rules on visitors. A query becomes a completion once several visitors have sent it. ${claimedUser}`,
    lengthMax: limits.userIdLengthMax,
  }),
  session: defineTextParameter({
    description: 'Session id of an anonymous visitor, as in events.',
    lengthMax: limits.userIdLengthMax,
  }),
};

export const personalize = defineFlagParameter({
  description: 'False: in the order as for any visitor, where the setting `personalization` is on.',
  fallback: true,
});

/** A request to which rules apply. */
export interface RuleInput {
  readonly context: unknown;
  readonly enableRules: boolean;
  readonly user: string | null;
  /** The session, or a list of viewed items. */
  readonly session: string | readonly string[] | null;
}

/** Collects what rules depend on. `now` is the time of the request in ms since 1970, `visitor` may replace its visitor. */
export function createRuleOptions(
  { context, enableRules, user, session }: RuleInput,
  { key, warnings }: Pick<Call, 'key' | 'warnings'>,
  now: number,
  visitor: RuleVisitor = { user, session: typeof session === 'string' ? session : null },
): RuleOptions {
  const mayChangeRules = key === null || hasScope(key, 'settings');
  return {
    now,
    context: readContext(context, warnings),
    visitor,
    scope: decideRuleScope(enableRules, mayChangeRules),
  };
}
