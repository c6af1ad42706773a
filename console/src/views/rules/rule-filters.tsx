import type { ReactNode } from 'react';
import { useDebouncedQueryParameter } from '../../app/debounced-query-parameter.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { actionNames, ruleOrders, statusNames, type RuleQuery } from './rule-query.ts';
import { actionKinds } from './rule-status.ts';

/** Finds and orders the rules of a list. */
export function RuleFilters({
  query,
  update,
}: {
  query: RuleQuery;
  update: (changes: Partial<RuleQuery>) => void;
}): ReactNode {
  const { typed, setTyped } = useDebouncedQueryParameter(query.q, (q) => update({ q }), 200);
  return (
    <div className="rule-filters" role="search" aria-label="Rules">
      <Field
        label="Find a rule"
        type="search"
        placeholder="Name, query or product"
        value={typed}
        onValue={setTyped}
      />
      <SelectField
        label="Status"
        value={query.status}
        onValue={(status) => update({ status: status as RuleQuery['status'] })}
        options={[['', 'All'], ...statusNames]}
      />
      <SelectField
        label="Action"
        value={query.action}
        onValue={(action) => update({ action: action as RuleQuery['action'] })}
        options={[['', 'All'], ...actionKinds.map((kind) => [kind, actionNames[kind]] as const)]}
      />
      <SelectField
        label="Order"
        value={query.sort}
        onValue={(sort) => update({ sort: sort as RuleQuery['sort'] })}
        options={ruleOrders}
      />
    </div>
  );
}
