import { hasScope } from '../../domain/projects/grants.ts';
import { ruleScope, type RuleOptions } from '../../domain/rules/active-rules.ts';
import { requestContext } from '../../domain/rules/request-context.ts';
import type { Call } from '../operation.ts';
import { anything, flag } from '../parameters.ts';

/** Parameters of all requests to which rules apply. */
export const ruleParameters = {
  context: anything({
    description:
      'Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON. Members have a text, number or boolean, or a list of them.',
    schema: {},
  }),
  enableRules: flag({
    description:
      'False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden.',
    fallback: true,
  }),
};

/** The circumstances of a request for rules. `now`: its time, ms since 1970. */
export function ruleOptions(
  { context, enableRules }: { readonly context: unknown; readonly enableRules: boolean },
  { key, warnings }: Pick<Call<unknown, unknown>, 'key' | 'warnings'>,
  now: number,
): RuleOptions {
  const mayChangeRules = key === null || hasScope(key, 'settings');
  return {
    now,
    context: requestContext(context, warnings),
    scope: ruleScope(enableRules, mayChangeRules),
  };
}
