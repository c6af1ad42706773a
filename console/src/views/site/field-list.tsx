import { useState, type ReactNode } from 'react';
import { moved } from '../../app/moved.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';

/** Fields in an order, which buttons change. `known`: fields of the catalog to add. */
export function FieldList({
  legend,
  hint,
  fields,
  known,
  error,
  onFields,
}: {
  legend: string;
  hint: string;
  fields: readonly string[];
  known: readonly string[];
  error: string | undefined;
  onFields: (fields: readonly string[]) => void;
}): ReactNode {
  const [other, setOther] = useState<string | null>(null);
  const offered = known.filter((field) => !fields.includes(field));
  const add = (field: string): void => {
    if (field !== '' && !fields.includes(field)) onFields([...fields, field]);
    setOther(null);
  };
  return (
    <fieldset className="stack tight">
      <legend>
        <strong>{legend}</strong>
      </legend>
      <span className="hint">{hint}</span>
      {fields.length > 0 && (
        <ol className="field-list">
          {fields.map((field, index) => (
            <li key={field}>
              <span>{field}</span>
              <button
                type="button"
                className="button icon quiet small"
                aria-label={`Move ${field} up`}
                disabled={index === 0}
                onClick={() => onFields(moved(fields, index, index - 1))}
              >
                <Icon name="up" size={16} />
              </button>
              <button
                type="button"
                className="button icon quiet small"
                aria-label={`Remove ${field}`}
                onClick={() => onFields(fields.filter((one) => one !== field))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="row" role="group" aria-label={`Add to ${legend}`}>
        {offered.map((field) => (
          <button key={field} type="button" className="button small" onClick={() => add(field)}>
            <Icon name="plus" size={16} />
            {field}
          </button>
        ))}
        {other === null && (
          <button type="button" className="button small" onClick={() => setOther('')}>
            <Icon name="plus" size={16} />
            Other field
          </button>
        )}
      </div>
      {other !== null && (
        <Field
          label="Field"
          placeholder="attrs.colour"
          spellCheck={false}
          autoFocus
          value={other}
          onValue={setOther}
          onBlur={() => add(other.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(other.trim());
          }}
        />
      )}
      {error !== undefined && <span className="field-error">{error}</span>}
    </fieldset>
  );
}
