import type { ItemField } from '@vitrine/sdk';
import { useId, useState, type ReactNode } from 'react';
import { Combobox } from '../parts/combobox.tsx';
import { count } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { comparesWithProduct, countValues, type FilterRow } from './filter-model.ts';
import { FieldChoice } from './field-choice.tsx';
import type { FieldKind } from './relations.ts';
import { useValues } from './use-catalog.ts';

interface ValueOptions {
  readonly project: string;
  readonly fields: readonly ItemField[];
  readonly kind: FieldKind;
  readonly row: FilterRow;
  readonly errorId: string | undefined;
  readonly onValues: (values: readonly string[]) => void;
}

/** The values of a condition: inputs that fit the field and the relation. */
export function RowValues(options: ValueOptions): ReactNode {
  const { fields, kind, row, onValues } = options;
  const { relation, values } = row;
  const [first = '', second = ''] = values;
  if (countValues(relation) === 0) return <span className="filter-values" />;
  if (comparesWithProduct(relation))
    return (
      <div className="filter-values">
        <FieldChoice
          label="Field of the page’s product"
          fields={fields}
          value={first}
          onValue={(field) => onValues([field])}
          onPick={(field) => onValues([field])}
        />
      </div>
    );
  if (countValues(relation) === null)
    return (
      <div className="filter-values">
        <ValueList {...options} />
      </div>
    );
  if (relation === 'between')
    return (
      <div className="filter-values filter-span">
        <BoundInput {...options} label="From" value={first} onValue={(from) => onValues([from, second])} />
        <span className="soft">and</span>
        <BoundInput {...options} label="To" value={second} onValue={(to) => onValues([first, to])} />
      </div>
    );
  const set = (value: string): void => onValues([value]);
  if (relation === 'lastDays')
    return (
      <div className="filter-values filter-span">
        <PlainInput {...options} label="Number of days" inputMode="numeric" value={first} onValue={set} />
        <span className="soft">days</span>
      </div>
    );
  if (relation === 'is' || relation === 'isNot')
    return (
      <div className="filter-values">
        {kind === 'boolean' ? (
          <YesNo errorId={options.errorId} value={first} onValue={set} />
        ) : (
          <ValueInput {...options} label="Value" value={first} onValue={set} onPick={set} />
        )}
      </div>
    );
  if (relation === 'during')
    return (
      <div className="filter-values">
        <PlainInput {...options} label="Day or month" placeholder="2026-03" value={first} onValue={set} />
      </div>
    );
  return (
    <div className="filter-values">
      <BoundInput {...options} label="Value" value={first} onValue={set} />
    </div>
  );
}

/** A value with those of the catalog while it is typed, the most frequent first. */
function ValueInput({
  project,
  row,
  errorId,
  label,
  value,
  onValue,
  onPick,
  onEnter,
}: ValueOptions & {
  label: string;
  value: string;
  onValue: (value: string) => void;
  onPick: (value: string) => void;
  onEnter?: () => void;
}): ReactNode {
  const [isActive, setIsActive] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  const found = useValues(project, row.field.trim(), isTyped ? value : '', isActive);
  return (
    <div onFocus={() => setIsActive(true)} onBlur={() => setIsTyped(false)}>
      <Combobox
        asField
        isLabelHidden
        label={label}
        placeholder="Choose a value"
        value={value}
        options={found.map((one) => ({ key: one.value, text: one.value, note: count(one.count) }))}
        onValue={(next) => {
          setIsTyped(true);
          onValue(next);
        }}
        onPick={(picked) => {
          setIsTyped(false);
          onPick(picked);
        }}
        describedBy={errorId}
        {...(onEnter === undefined ? {} : { onEnter })}
      />
    </div>
  );
}

/** Several values, each with a button that removes it. */
function ValueList(options: ValueOptions): ReactNode {
  const { row, onValues } = options;
  const [typed, setTyped] = useState('');
  const add = (value: string): void => {
    setTyped('');
    if (value.trim() !== '' && !row.values.includes(value)) onValues([...row.values, value]);
  };
  return (
    <div
      className="filter-list"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && add(typed)}
    >
      {row.values.length > 0 && (
        <ul className="chips" aria-label="Values">
          {row.values.map((value, index) => (
            <li key={`${index} ${value}`} className="badge">
              {value}
              <button
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => onValues(row.values.filter((_, i) => i !== index))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ValueInput
        {...options}
        label="Add a value"
        value={typed}
        onValue={setTyped}
        onPick={add}
        onEnter={() => add(typed)}
      />
    </div>
  );
}

function YesNo({
  errorId,
  value,
  onValue,
}: {
  errorId: string | undefined;
  value: string;
  onValue: (value: string) => void;
}): ReactNode {
  const id = useId();
  const isKnown = value === '' || value === 'true' || value === 'false';
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor={id}>
        Value
      </label>
      <select
        id={id}
        className="input"
        value={value}
        aria-describedby={errorId}
        onChange={(event) => onValue(event.target.value)}
      >
        {value === '' && <option value="">Choose</option>}
        <option value="true">Yes</option>
        <option value="false">No</option>
        {!isKnown && <option value={value}>{value}</option>}
      </select>
    </div>
  );
}

interface InputOptions {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly errorId: string | undefined;
}

/** A number, or a date of a calendar. A value in other words, such as `now-7d`, stays as it is. */
function BoundInput({ kind, ...options }: InputOptions & { kind: FieldKind }): ReactNode {
  const isDay = kind === 'date' && (options.value === '' || /^\d{4}-\d{2}-\d{2}$/.test(options.value));
  return (
    <PlainInput
      {...options}
      type={isDay ? 'date' : 'text'}
      inputMode={kind === 'date' ? 'text' : 'decimal'}
    />
  );
}

function PlainInput({
  label,
  value,
  onValue,
  errorId,
  type = 'text',
  inputMode = 'text',
  placeholder,
}: InputOptions & {
  type?: 'text' | 'date';
  inputMode?: 'text' | 'numeric' | 'decimal';
  placeholder?: string;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type={type}
        inputMode={inputMode}
        placeholder={placeholder}
        autoComplete="off"
        aria-describedby={errorId}
        aria-invalid={errorId === undefined ? undefined : true}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  );
}
