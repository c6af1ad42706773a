import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule } from '../../ports/rules.ts';
import type { QueryAnalyzer } from '../../ports/text.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';
import { choice, Fault, fault, flag, list, named, number, text, type Field } from '../contract/fields.ts';
import { object, optional } from '../contract/object-fields.ts';
import { ruleSpan } from './rule-span.ts';

const filter = (description: string): Field<string> => {
  const field = text({ lengthMax: limits.filterLengthMax, notBlank: true, description });
  return {
    ...field,
    read: (value, path) => {
      const sent = field.read(value, path);
      if (sent instanceof Fault) return sent;
      try {
        parseFilter(sent, 0, { path });
        return sent;
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        return new Fault(error.errors);
      }
    },
  };
};
const itemId = text({ lengthMax: limits.itemIdLengthMax, numbers: true, notBlank: true });
const time = (description: string): Field<string> => ({
  schema: {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}',
    description,
    examples: ['2026-12-24', '2026-12-24T18:00:00Z'],
  },
  read: (value, path) =>
    typeof value === 'string' && ruleSpan(value) !== null
      ? value
      : fault(path, 'format', 'a date of ISO 8601, such as 2026-12-24 or 2026-12-24T18:00:00Z'),
});

const condition = object(
  {
    query: optional(
      text({
        lengthMin: 0,
        lengthMax: limits.queryLengthMax,
        description:
          'Words of the query, compared after text analysis: ignoring case, accents, inflection and stop words. Empty: searches without words.',
      }),
    ),
    match: optional(
      choice(['is', 'contains', 'starts'], {
        description:
          'Whether these are all words of the query (default), a phrase in it, or its first words.',
      }),
    ),
    filters: optional(
      filter(
        'Conditions that the request’s `filters` must contain among its top-level AND clauses, in any notation.',
      ),
    ),
  },
  { description: 'A search must match all members. Empty: always.', nullIsAbsent: true },
);
const pin = object(
  { id: itemId, position: number({ whole: true, min: 1, max: limits.rulePositionMax }) },
  { nullIsAbsent: true },
);
const hiddenIds = list(itemId, { countMax: limits.ruleHiddenMax, noun: 'ids' });
const hiddenFilter = filter('A filter: matching items are hidden.');
const hide: Field<string | string[]> = {
  schema: {
    description: 'Hidden items or products, by id or by filter.',
    oneOf: [hiddenIds.schema, hiddenFilter.schema],
  },
  read: (value, path) =>
    typeof value === 'string' ? hiddenFilter.read(value, path) : hiddenIds.read(value, path),
};

const rule: Field<Rule> = named(
  'Rule',
  object(
    {
      id: text({ lengthMax: limits.ruleIdLengthMax, notBlank: true }),
      enabled: optional(flag({ description: 'False disables the rule; default: true.' })),
      when: optional(named('RuleCondition', condition)),
      from: optional(time('Start, ISO 8601; in UTC if it has no zone.')),
      until: optional(time('End; includes a whole day or month.')),
      pin: optional(
        list(named('Pin', pin), {
          countMax: limits.rulePinsMax,
          noun: 'pins',
          description: 'Items or products at fixed positions.',
        }),
      ),
      hide: optional(hide),
      boost: optional(
        filter('Matching items rank higher among items with the same number of matching words.'),
      ),
      bury: optional(filter('Matching items rank lower.')),
    },
    {
      description: 'A rule with at least one of `pin`, `hide`, `boost` and `bury`.',
      nullIsAbsent: true,
    },
  ),
);
export const ruleList = list(rule, { countMax: limits.rulesMax, noun: 'rules' });

/**
 * Checks what spans members and rules.
 * @throws VitrineError invalid_request with the path of every error
 */
export function checkRules(rules: readonly Rule[], queryAnalyzer: QueryAnalyzer, path = 'rules'): void {
  const errors = [
    ...rules.flatMap((own, i) => ruleErrors(own, queryAnalyzer, `${path}[${i}]`)),
    ...setErrors(rules, path),
  ];
  if (errors.length === 0) return;
  throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The rules are not valid', {
    errors: errors.slice(0, limits.settingsErrorsMax),
  });
}

function ruleErrors(own: Rule, queryAnalyzer: QueryAnalyzer, path: string): InputError[] {
  const { when = {}, from, until, pin = [], hide = [], boost, bury } = own;
  const errors: InputError[] = [];
  if (pin.length === 0 && hide.length === 0 && boost === undefined && bury === undefined)
    errors.push(...invalid(path, 'required', 'a rule with something to pin, hide, boost or bury'));
  if (when.match !== undefined && when.query === undefined)
    errors.push(...invalid(`${path}.when.query`, 'required', 'sent where `match` is'));
  const isEmpty = when.query !== undefined && queryAnalyzer.analyze(when.query).words.length === 0;
  if (isEmpty && (when.query.trim() !== '' || (when.match ?? 'is') !== 'is'))
    errors.push(...invalid(`${path}.when.query`, 'too_short', 'a query with a word to look for'));
  const begins = from === undefined ? -Infinity : ruleSpan(from)!.from;
  const ends = until === undefined ? Infinity : ruleSpan(until)!.until;
  if (begins >= ends) errors.push(...invalid(`${path}.until`, 'out_of_range', `later than ${path}.from`));
  const seen = { id: new Set<string | number>(), position: new Set<string | number>() };
  pin.forEach((one, i) => {
    for (const name of ['id', 'position'] as const) {
      if (seen[name].has(one[name])) {
        const detail = `${path}.pin[${i}].${name} must not be ${JSON.stringify(one[name])}, which another pin of the rule has`;
        errors.push({ path: `${path}.pin[${i}].${name}`, code: 'duplicate', detail });
      }
      seen[name].add(one[name]);
    }
  });
  return errors;
}

function setErrors(rules: readonly Rule[], path: string): InputError[] {
  const errors: InputError[] = [];
  const ids = new Map<string, number>();
  rules.forEach(({ id }, i) => {
    const other = ids.get(id);
    if (other !== undefined) {
      const detail = `${path}[${i}].id must not be ${JSON.stringify(id)}, which ${path}[${other}] has`;
      errors.push({ path: `${path}[${i}].id`, code: 'duplicate', detail });
    } else ids.set(id, i);
  });
  const named = rules.reduce(
    (sum, { pin = [], hide = [] }) => sum + pin.length + (typeof hide === 'string' ? 0 : hide.length),
    0,
  );
  if (named > limits.rulesItemsMax)
    errors.push(
      ...invalid(path, 'too_many', `rules that name at most ${limits.rulesItemsMax} items, not ${named}`),
    );
  return errors;
}

function invalid(path: string, code: string, expected: string): readonly InputError[] {
  return fault(path, code, expected).errors;
}
