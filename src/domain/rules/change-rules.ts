import { VitrineError } from '../../ports/errors.ts';
import type { Rule, RuleStore, StoredRules } from '../../ports/search/rules.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import { checkRules } from './rule-check.ts';

/**
 * Replaces the rules of a project; active when it resolves.
 * @throws VitrineError invalid_request with the path of every error; rules_changed if `ifVersion` is not the newest
 */
export async function changeRules(options: {
  store: RuleStore;
  queryAnalyzer: QueryAnalyzer;
  /** The new rules, or a function that computes them from the newest ones. */
  rules: readonly Rule[] | ((newest: readonly Rule[]) => readonly Rule[]);
  ifVersion: number | null;
  by: Authorship;
}): Promise<StoredRules> {
  const { store, queryAnalyzer, rules, ifVersion, by } = options;
  if (typeof rules !== 'function') checkRules(rules, queryAnalyzer);
  return store.change((current) => {
    if (ifVersion !== null && ifVersion !== current.version) {
      const detail = `The rules now have version ${current.version}, not ${ifVersion}`;
      throw new VitrineError('rules_changed', detail);
    }
    if (typeof rules !== 'function') return rules;
    const newRules = rules(current.rules);
    checkRules(newRules, queryAnalyzer);
    return newRules;
  }, by);
}
