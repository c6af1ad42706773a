import { hasAction } from '../../../domain/rules/rule-parts.ts';
import type { Json } from '../../../ports/json.ts';
import type { Rule } from '../../../ports/rules.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import type { RecordPlace, SavedRecord } from './resource-operations.ts';
import { readRuleRecord } from './rule-record.ts';
import { savedRule } from './saved-rule.ts';

/**
 * A rule as a client sends it.
 * @throws VitrineError invalid_request, also when it is stored, for a rule of which nothing remains, or with another condition
 */
export function translatedRule(sent: Json, { id, path, shop }: RecordPlace): SavedRecord<Rule> {
  const record = readRuleRecord(sent, { id, path });
  return {
    id: record.objectID,
    onto: (known) => {
      const before = shop.leftOut.size;
      const rule = savedRule(record, known, shop);
      if (rule !== null && hasAction(rule)) return rule;
      const why = [...shop.leftOut.keys()][before] ?? `the rule ${record.objectID}: it does nothing`;
      const expected = `a rule that has a counterpart, unlike ${why}`;
      throw invalidParameter(`${path}consequence`, 'not_allowed', expected);
    },
  };
}
