import { VitrineError } from '../../ports/errors.ts';
import type { RuleStore, StoredRules } from '../../ports/rules.ts';
import type { QueryAnalyzer } from '../../ports/text.ts';
import { readRules } from './rule-input.ts';

/**
 * Replaces the rules of a project; active when it resolves.
 * @throws VitrineError invalid_request with the path of every error; rules_changed if `ifVersion` is not the newest
 */
export async function changeRules(options: {
  store: RuleStore;
  queryAnalyzer: QueryAnalyzer;
  sent: unknown;
  ifVersion: number | null;
}): Promise<StoredRules> {
  const { store, queryAnalyzer, sent, ifVersion } = options;
  const rules = readRules(sent, queryAnalyzer);
  return store.change((current) => {
    if (ifVersion !== null && ifVersion !== current.version) {
      const detail = `The rules have version ${current.version} by now, not ${ifVersion}`;
      throw new VitrineError('rules_changed', detail);
    }
    return rules;
  });
}
