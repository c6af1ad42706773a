import { useId, useMemo, useState, type ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { counted } from '../parts/formats.ts';
import { FilterGroupEditor } from './filter-group.tsx';
import { createRow, findLastKey, isComplete, listRows, type FilterGroup } from './filter-model.ts';
import { noConditions, readFilter } from './read-filter.ts';
import { placeMessages } from './row-messages.ts';
import { useCheck, useFields } from './use-catalog.ts';
import { writeFilter } from './write-filter.ts';

interface FilterFieldOptions {
  readonly project: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The error of the service for the saved value. */
  readonly error?: string | undefined;
  /** Whether values may be those of the product of the page. */
  readonly aboutProduct?: boolean;
  /** Begins with a row, as the form needs a filter. */
  readonly isRequired?: boolean;
  /** Whether the number of matching items is shown. */
  readonly showsCount?: boolean;
  /** Whether only complete conditions are passed on, as the value acts at once. */
  readonly onlyComplete?: boolean;
  readonly autoFocus?: boolean;
}

/**
 * A filter as rows of conditions, or as text. Rows that were not edited keep their text to the letter; a filter that rows cannot show
 * stays a text.
 */
export function FilterField(options: FilterFieldOptions): ReactNode {
  const { project, label, hint, value, onValue, error, aboutProduct = false, isRequired = false } = options;
  const { onlyComplete = false, showsCount = true } = options;
  const [edited, setEdited] = useState<{ rows: FilterGroup; text: string } | null>(null);
  const [isText, setIsText] = useState<boolean | null>(null);
  // The first row of a filter without any has the key 1.
  const [added, setAdded] = useState(options.autoFocus === true && value === '' ? 1 : null);
  const read = useMemo(() => readFilter(value, aboutProduct), [value, aboutProduct]);
  // The rows as edited, until the value comes from somewhere else.
  const rows = edited !== null && edited.text === value ? edited.rows : (read.rows ?? noConditions);
  const shown =
    isRequired && rows.nodes.length === 0
      ? { ...rows, nodes: [createRow(findLastKey(rows) + 1)], source: null }
      : rows;
  const showsText = isText ?? (read.rows === null && edited?.text !== value);
  const id = useId();
  const fields = useFields(project);
  const isOpen = listRows(rows).some((row) => row.source === null && !isComplete(row));
  const mentionsProduct = aboutProduct && /\bitem\./.test(value);
  const check = useCheck(project, mentionsProduct || (isOpen && !showsText) ? null : value);
  const found = check?.text === value ? check : null;
  const edit = (next: FilterGroup): void => {
    const text = writeFilter(next, { onlyComplete });
    setEdited({ rows: next, text });
    setIsText(false);
    if (text !== value) onValue(text);
  };
  const add = (nested: boolean): void => {
    const row = createRow(findLastKey(shown) + 1);
    const group = { ...noConditions, key: row.key + 1, joined: 'or', nodes: [row] } as const;
    setAdded(row.key);
    edit({ ...shown, nodes: [...shown.nodes, nested ? group : row], source: null });
  };
  const status = <Status check={found} showsCount={showsCount} />;
  if (showsText) {
    const canShowRows = read.rows !== null;
    return (
      <div className="filter-field">
        <Field
          label={label}
          hint={hint}
          className="code"
          placeholder={options.placeholder}
          spellCheck={false}
          autoComplete="off"
          autoFocus={options.autoFocus === true}
          value={value}
          onValue={(text) => {
            // Stays a text, whatever is typed.
            setIsText(true);
            setEdited(null);
            onValue(text);
          }}
          error={error}
        />
        <div className="filter-foot">
          <button
            type="button"
            className="button small"
            disabled={!canShowRows}
            onClick={() => setIsText(false)}
          >
            Show as rows<span className="visually-hidden"> ({label})</span>
          </button>
          {!canShowRows && <span className="small soft">Rows cannot show this filter. {read.reason}</span>}
          {canShowRows && status}
        </div>
      </div>
    );
  }
  const details = [...(error === undefined ? [] : [error]), ...(found?.errors ?? [])];
  const messages = placeMessages(rows, details);
  const general = messages.get(null);
  return (
    <div
      className="filter-field"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <div className="filter-head">
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
        <button
          type="button"
          className="button quiet small"
          onClick={() => (setAdded(null), setIsText(true))}
        >
          Write as text<span className="visually-hidden"> ({label})</span>
        </button>
      </div>
      {shown.nodes.length > 0 && (
        <FilterGroupEditor
          project={project}
          fields={fields}
          aboutProduct={aboutProduct}
          group={shown}
          root={shown}
          focused={added}
          isQuiet={isRequired && rows.nodes.length === 0}
          messages={messages}
          warnings={placeMessages(rows, isOpen ? [] : (found?.warnings ?? []))}
          onRoot={edit}
        />
      )}
      {general !== undefined && (
        <p className="field-error" role="alert">
          {general}
        </p>
      )}
      <div className="filter-foot">
        <button type="button" className="button small" onClick={() => add(false)}>
          Add a condition<span className="visually-hidden"> ({label})</span>
        </button>
        {rows.nodes.length > 0 && (
          <button type="button" className="button small" onClick={() => add(true)}>
            Add a group<span className="visually-hidden"> ({label})</span>
          </button>
        )}
        {status}
      </div>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

function Status({
  check,
  showsCount,
}: {
  check: ReturnType<typeof useCheck>;
  showsCount: boolean;
}): ReactNode {
  return (
    <span className="small soft filter-count" role="status">
      {showsCount && check?.total != null && `${counted(check.total, 'item matches', 'items match')} now`}
    </span>
  );
}
