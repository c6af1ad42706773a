import type { ReactNode } from 'react';
import { useDebouncedQueryParameter } from '../../app/debounced-query-parameter.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { counted } from '../../parts/formats.ts';
import { AvailabilityMenu, FieldMenu } from './filter-menu.tsx';
import { availabilities, hasFilters, noFilters, rowNoun, type ItemQuery, type Status } from './item-query.ts';

/** The search field, status and filters of a list of items, with the number of items found. */
export function ItemFilters({
  project,
  query,
  update,
  total,
  children,
}: {
  project: string;
  query: ItemQuery;
  update: (changes: Partial<ItemQuery>) => void;
  /** Null: not loaded yet. */
  total: number | null;
  /** Further controls at the end of the filters. */
  children?: ReactNode;
}): ReactNode {
  const { q, active } = query;
  const { typed, setTyped } = useDebouncedQueryParameter(q, (text) => update({ q: text }), 200);
  const menu = { project, query, update };
  return (
    <div className="stack tight">
      <div className="row" role="search" style={{ alignItems: 'end' }}>
        <div className="grow">
          <Field
            label="Search items"
            type="search"
            placeholder="Name, brand or SKU"
            value={typed}
            onValue={setTyped}
          />
        </div>
        <SelectField
          label="Status"
          value={active}
          onValue={(value) =>
            update({
              active: value as Status,
              ...(value === 'active' ? {} : { q: '', sort: '', ...noFilters }),
            })
          }
          options={[
            ['active', 'Active'],
            ['inactive', 'Inactive'],
            ['all', 'All'],
          ]}
        />
      </div>
      <div className="row item-tools">
        {active === 'active' ? (
          <>
            <FieldMenu {...menu} field="brand" label="Brand" />
            <FieldMenu {...menu} field="category" label="Category" />
            <AvailabilityMenu {...menu} />
            <button
              type="button"
              className="button small"
              aria-pressed={query.pictures === 'none'}
              onClick={() => update({ pictures: query.pictures === 'none' ? '' : 'none' })}
            >
              Without pictures
            </button>
            {hasFilters(query) && (
              <button type="button" className="button small quiet" onClick={() => update(noFilters)}>
                Clear filters
              </button>
            )}
          </>
        ) : (
          <span className="small soft">Oldest first. Search, filters and sorting work on active items.</span>
        )}
        {children}
      </div>
      <p className="small soft" role="status">
        {total === null ? ' ' : foundText(query, total)}
      </p>
    </div>
  );
}

/** What a query finds, in words. */
export function foundText(query: ItemQuery, total: number): string {
  const { q, brand, category, stock, pictures } = query;
  const chosen = [
    ...brand,
    ...category,
    ...availabilities.flatMap(([value, label]) => (value === stock ? [label] : [])),
    ...(pictures === 'none' ? ['Without pictures'] : []),
  ];
  const filters =
    chosen.length === 0 ? '' : ` · ${chosen.slice(0, 3).join(', ')}${chosen.length > 3 ? ' …' : ''}`;
  return `${counted(total, rowNoun(query))}${q === '' ? '' : ` found for “${q}” among active items`}${filters}`;
}
