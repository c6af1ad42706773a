import type { ItemField } from '@vitrine/sdk';
import { useId, type ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';
import type { FilterRow, Relation } from './filter-model.ts';
import { FieldChoice } from './field-choice.tsx';
import { findKind, keepValues, listRelations, relationWords } from './relations.ts';
import { RowValues } from './row-values.tsx';

/** One condition: field, relation and values. */
export function FilterRowEditor({
  project,
  fields,
  aboutProduct,
  row,
  name,
  isFocused,
  isQuiet,
  message,
  warning,
  onRow,
}: {
  project: string;
  fields: readonly ItemField[];
  aboutProduct: boolean;
  row: FilterRow;
  name: string;
  isFocused: boolean;
  isQuiet: boolean;
  message: string | null;
  warning: string | null;
  onRow: (row: FilterRow | null) => void;
}): ReactNode {
  const id = useId();
  const kind = findKind(fields.find(({ field }) => field === row.field)?.types);
  const offered = listRelations(kind, aboutProduct);
  const relations = offered.includes(row.relation) ? offered : [row.relation, ...offered];
  const edit = (next: Partial<FilterRow>): void => onRow({ ...row, ...next, source: null });
  const chooseField = (field: string): void => {
    const nextKind = findKind(fields.find((one) => one.field === field)?.types);
    if (nextKind === kind && row.field !== '') return edit({ field });
    const [first = 'is'] = listRelations(nextKind, aboutProduct);
    edit({ field, relation: first, values: nextKind === kind ? row.values : [] });
  };
  return (
    <div
      className="filter-row"
      role="group"
      aria-label={name}
      aria-describedby={message === null ? undefined : `${id}-error`}
    >
      <FieldChoice
        label="Field"
        fields={fields}
        value={row.field}
        isFocused={isFocused}
        isQuiet={isQuiet}
        onValue={(field) => edit({ field })}
        onPick={chooseField}
      />
      <div className="field filter-relation">
        <label className="visually-hidden" htmlFor={`${id}-relation`}>
          Relation
        </label>
        <select
          id={`${id}-relation`}
          className="input"
          value={row.relation}
          onChange={(event) => {
            const relation = event.target.value as Relation;
            edit({ relation, values: keepValues(row, relation) });
          }}
        >
          {relations.map((relation) => (
            <option key={relation} value={relation}>
              {relationWords(relation, kind)}
            </option>
          ))}
        </select>
      </div>
      <RowValues
        project={project}
        fields={fields}
        kind={kind}
        row={row}
        errorId={message === null ? undefined : `${id}-error`}
        onValues={(values) => edit({ values })}
      />
      <button
        type="button"
        className="button quiet small filter-remove"
        aria-label={`Remove ${name.toLowerCase()}${row.field === '' ? '' : `: ${row.field}`}`}
        onClick={() => onRow(null)}
      >
        <Icon name="close" size={16} />
      </button>
      {message !== null && (
        <p className="field-error" id={`${id}-error`}>
          {message}
        </p>
      )}
      {message === null && warning !== null && <p className="small filter-warning">{warning}</p>}
    </div>
  );
}
