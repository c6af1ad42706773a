import type { ReactNode } from 'react';
import { Check } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Menu } from '../../parts/menu.tsx';
import { itemColumns, type ShownColumns } from './item-columns.ts';
import type { ItemQuery } from './item-query.ts';

/** Chooses what the table shows: its columns, and whether variants are rows. */
export function ColumnMenu({
  query,
  update,
  columns,
}: {
  query: ItemQuery;
  update: (changes: Partial<ItemQuery>) => void;
  columns: ShownColumns;
}): ReactNode {
  return (
    <div className="item-view">
      <Menu
        label={
          <>
            <Icon name="settings" size={15} />
            View
          </>
        }
        name="View"
        isRight
      >
        {() => (
          <>
            <ul className="menu-list" aria-label="Columns">
              {itemColumns
                .filter(({ id }) => id !== 'name')
                .map(({ id, label }) => (
                  <li key={id}>
                    <Check
                      label={label}
                      checked={columns.isShown(id)}
                      onChecked={(isShown) => columns.show(id, isShown)}
                    />
                  </li>
                ))}
            </ul>
            {query.active === 'active' && (
              <Check
                label="Each variant as a row"
                checked={query.rows === 'items'}
                onChecked={(isFlat) => update({ rows: isFlat ? 'items' : 'products' })}
              />
            )}
          </>
        )}
      </Menu>
    </div>
  );
}
