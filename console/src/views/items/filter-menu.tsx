import { useState, type ReactNode } from 'react';
import { useDebounced, useLoad } from '../../app/load.ts';
import { Check, Field } from '../../parts/field.tsx';
import { count } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';
import { availabilityCounts, fieldValues } from './item-facets.ts';
import { availabilities, type Availability, type ChosenField, type ItemQuery } from './item-query.ts';

interface MenuOptions {
  readonly project: string;
  readonly query: ItemQuery;
  readonly update: (changes: Partial<ItemQuery>) => void;
}

/** Values with more than this have a field to find one. */
const listedMax = 10;

/** Chooses values of a field, with the number of items of each. */
export function FieldMenu(options: MenuOptions & { field: ChosenField; label: string }): ReactNode {
  const { field, label, query } = options;
  return (
    <Menu label={<MenuLabel text={label} chosen={query[field].length} />} name={label}>
      {() => <FieldValues {...options} />}
    </Menu>
  );
}

function FieldValues({
  project,
  query,
  update,
  field,
  label,
}: MenuOptions & { field: ChosenField; label: string }): ReactNode {
  const [text, setText] = useState('');
  const typed = useDebounced(text.trim(), 150);
  const chosen = query[field];
  const loaded = useLoad(JSON.stringify([{ ...query, [field]: [], position: 0 }, typed]), (signal) =>
    fieldValues(project, query, field, typed, signal),
  );
  const found = loaded.value;
  const missing = typed === '' ? chosen.filter((one) => !found?.some(({ value }) => value === one)) : [];
  return (
    <>
      {(text !== '' || (found?.length ?? 0) > listedMax) && (
        <Field label={`Find a ${label.toLowerCase()}`} type="search" value={text} onValue={setText} />
      )}
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {found === null && loaded.error === null && <Skeleton count={3} height="1.5rem" />}
      {found?.length === 0 && missing.length === 0 && <p className="small soft">No values</p>}
      <ul className="menu-list">
        {[...missing.map((value) => ({ value, count: null })), ...(found ?? [])].map((one) => (
          <li key={one.value}>
            <Check
              label={<CountedValue text={one.value} number={one.count} />}
              checked={chosen.includes(one.value)}
              onChecked={(isChosen) =>
                update({
                  [field]: isChosen ? [...chosen, one.value] : chosen.filter((value) => value !== one.value),
                })
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Chooses items by their stock. */
export function AvailabilityMenu(options: MenuOptions): ReactNode {
  return (
    <Menu
      label={<MenuLabel text="Availability" chosen={options.query.stock === '' ? 0 : 1} />}
      name="Availability"
    >
      {() => <Availabilities {...options} />}
    </Menu>
  );
}

function Availabilities({ project, query, update }: MenuOptions): ReactNode {
  const loaded = useLoad(JSON.stringify({ ...query, stock: '', position: 0 }), (signal) =>
    availabilityCounts(project, query, signal),
  );
  const options: readonly (readonly [Availability, string])[] = [['', 'Any'], ...availabilities];
  return (
    <ul className="menu-list">
      {options.map(([value, label]) => (
        <li key={value}>
          <label className="check">
            <input
              type="radio"
              name="availability"
              checked={query.stock === value}
              onChange={() => update({ stock: value })}
            />
            <CountedValue text={label} number={loaded.value?.get(value) ?? null} />
          </label>
        </li>
      ))}
    </ul>
  );
}

function CountedValue({ text, number }: { text: string; number: number | null }): ReactNode {
  return (
    <span className="counted-value">
      <span>{text}</span>
      {number !== null && <span className="num faint small"> {count(number)}</span>}
    </span>
  );
}

function MenuLabel({ text, chosen }: { text: string; chosen: number }): ReactNode {
  return (
    <>
      {text}
      {chosen > 0 && (
        <span className="badge good">
          {chosen}
          <span className="visually-hidden"> chosen</span>
        </span>
      )}
      <Icon name="chevron" size={14} />
    </>
  );
}
