import type { ReactNode } from 'react';
import { useDebouncedQueryParameter } from '../../app/debounced-query-parameter.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { counted } from '../../parts/formats.ts';
import type { ItemQuery } from './item-query.ts';

/** The search field and status of a list of items, with the number of items found. */
export function ItemFilters({
  query: { q, active },
  update,
  total,
}: {
  query: ItemQuery;
  update: (changes: Partial<ItemQuery>) => void;
  /** Null: not loaded yet. */
  total: number | null;
}): ReactNode {
  const { typed, setTyped } = useDebouncedQueryParameter(q, (text) => update({ q: text }), 200);
  return (
    <>
      <div className="row" role="search" style={{ alignItems: 'end' }}>
        <div className="grow">
          <Field
            label="Search items"
            type="search"
            placeholder="Name, description, brand …"
            value={typed}
            onValue={setTyped}
          />
        </div>
        <SelectField
          label="Status"
          value={q === '' ? active : 'true'}
          onValue={(value) => update({ active: value, ...(value === 'true' ? {} : { q: '' }) })}
          options={[
            ['', 'All'],
            ['true', 'Active'],
            ['false', 'Inactive'],
          ]}
        />
      </div>
      <p className="small soft" role="status">
        {total === null
          ? ' '
          : `${counted(total, 'item')}${q === '' ? '' : ` found for “${q}” among active items`}`}
      </p>
    </>
  );
}
