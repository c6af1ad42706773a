import { Fault } from '../../../domain/contract/fields.ts';
import { changeRules } from '../../../domain/rules/change-rules.ts';
import { ruleList } from '../../../domain/rules/rule-fields.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject, Json } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { Rule } from '../../../ports/search/rules.ts';
import { createAuthorship } from '../../access/author.ts';
import type { Operation } from '../../operation.ts';
import type { ConfigurationOptions } from './changed-configuration.ts';
import type { ParameterReader } from './parameter-reader.ts';
import {
  createAlgoliaResourceOperations,
  type RecordPlace,
  type SavedRecord,
} from './resource-operations.ts';
import { formatRule } from './rule-format.ts';
import { hasAction } from '../../../domain/rules/rule-parts.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import { readRuleRecord } from './rule-record.ts';
import { mergeRule } from './rule-merge.ts';

/** Rules of Algolia's clients. */
export function createAlgoliaRuleOperations({
  clock,
  taskIds,
}: Pick<ConfigurationOptions, 'clock' | 'taskIds'>): Operation[] {
  return createAlgoliaResourceOperations<Rule>(
    {
      name: 'rules',
      singularName: 'Rule',
      countMax: limits.rulesMax,
      replacing: 'clearExistingRules',
      notFound: 'ObjectID does not exist',
      current: ({ rules }) => rules.current().rules,
      getId: ({ id }) => id,
      format: formatRule,
      matches: isWanted,
      translate: translateRule,
      change: async ({ project }, { key }, edit) => {
        await changeRules({
          store: project.rules,
          queryAnalyzer: project.text.queryAnalyzer,
          rules: (newest) => checkRules(edit(newest)),
          ifVersion: null,
          by: createAuthorship(key),
        });
        return taskIds.createDoneId();
      },
    },
    clock,
  );
}

/** @throws VitrineError invalid_request with the path of every error */
function checkRules(rules: readonly Rule[]): readonly Rule[] {
  const result = ruleList.read(rules, 'rules');
  if (!(result instanceof Fault)) return result;
  throw new VitrineError('invalid_request', result.errors[0]?.detail ?? 'The rules are not valid', {
    errors: result.errors,
  });
}

/** The parameters `anchoring` and `context` match one condition of a rule. */
function isWanted({ enabled, conditions }: JsonObject, reader: ParameterReader): boolean {
  const anchoring = reader.readText('anchoring', 20);
  const context = reader.readText('context', limits.contextTextLengthMax);
  const all = conditions as readonly JsonObject[];
  return (
    (!reader.has('enabled') || reader.readFlag('enabled', true) === enabled) &&
    (anchoring === null || all.some((one) => one['anchoring'] === anchoring)) &&
    (context === null || all.some((one) => one['context'] === context))
  );
}

/**
 * A rule as a client sends it.
 * @throws VitrineError invalid_request, also when it is stored, for a rule of which nothing remains, or with another condition
 */
function translateRule(input: Json, { id, path, shop }: RecordPlace): SavedRecord<Rule> {
  const record = readRuleRecord(input, { id, path });
  return {
    id: record.objectID,
    mergeInto: (known) => {
      const before = shop.leftOut.size;
      const rule = mergeRule(record, known, shop);
      if (rule !== null && hasAction(rule)) return rule;
      const why = [...shop.leftOut.keys()][before] ?? `the rule ${record.objectID}: it does nothing`;
      const expected = `a rule that has a counterpart, unlike ${why}`;
      throw createParameterError(`${path}consequence`, 'not_allowed', expected);
    },
  };
}
