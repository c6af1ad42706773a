import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule, RuleCondition } from '../../ports/search/rules.ts';
import { ConflictIndex, locateRule } from './rule-conflicts.ts';

type When = RuleCondition | readonly RuleCondition[] | undefined;

const located = (id: string, when: When) => {
  const rule: Rule = { id, hide: ['x'], ...(when === undefined ? {} : { when }) };
  return locateRule(rule, `rules.${id}`);
};

/** Whether the later of two rules finds the earlier one, and the other way round. */
function conflict(first: When, second: When): boolean {
  const [one, other] = [located('a', first), located('b', second)];
  const finds = (added: typeof one, asked: typeof one): boolean => {
    const index = new ConflictIndex();
    index.add('1', added);
    return index.findConflict(asked, '1') === added;
  };
  assert.equal(finds(one, other), finds(other, one));
  return finds(one, other);
}

test('rules conflict where their conditions are equal or absent, and no visitor is excluded by one of them', () => {
  const newOnes = { is: 'new' } as const;
  const returning = { is: 'returning' } as const;
  const cases: [When, When, boolean][] = [
    [undefined, undefined, true],
    [undefined, { visitor: newOnes }, true],
    [{ visitor: newOnes }, { visitor: { is: 'new' } }, true],
    [{ visitor: newOnes }, { visitor: returning }, false],
    [{ query: 'shoe', visitor: newOnes }, { query: 'shoe', visitor: returning }, false],
    [{ query: 'shoe', visitor: newOnes }, { query: 'Shoe ' }, true],
    [{ query: 'shoe', visitor: newOnes }, { query: 'boot', visitor: newOnes }, false],
    [{ query: 'shoe' }, { visitor: newOnes }, false],
    [{ visitor: { bought: 'brand:a' } }, { visitor: { bought: 'brand:b' } }, true],
    [{ visitor: { spent: { min: 100 } } }, { visitor: { spent: { max: 99.99 } } }, false],
    [{ visitor: { spent: { min: 100, days: 30 } } }, { visitor: { spent: { max: 99 } } }, false],
    [{ visitor: { spent: { min: 100 } } }, { visitor: { spent: { max: 99, days: 30 } } }, true],
    [{ visitor: { spent: { min: 100 } } }, { visitor: { spent: { min: 50, max: 100 } } }, true],
    [[{ query: 'shoe' }, { visitor: newOnes }], { visitor: newOnes }, true],
    [[{ visitor: newOnes }, { visitor: returning }], { visitor: returning }, true],
  ];
  for (const [first, second, expected] of cases)
    assert.equal(conflict(first, second), expected, JSON.stringify([first, second]));
});
