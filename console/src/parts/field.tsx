import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

interface Common {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The validation error of the value. */
  readonly error?: string | null | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>;

/** A labelled input. Screen readers announce its hint and error with it. */
export function Field({
  label,
  hint,
  error,
  value,
  onValue,
  className,
  ...input
}: Common & Attributes): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`input ${className ?? ''}`}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...describedBy(id, hint, error)}
        {...input}
      />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}

/** A labelled input of several lines. */
export function TextField({
  label,
  hint,
  error,
  value,
  onValue,
  code = false,
  rows = 4,
}: Common & { code?: boolean; rows?: number }): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={code ? 'input code' : 'input'}
        rows={rows}
        spellCheck={!code}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...describedBy(id, hint, error)}
      />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}

export function SelectField({
  label,
  hint,
  value,
  onValue,
  options,
}: Common & { options: readonly (readonly [value: string, text: string])[] }): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...describedBy(id, hint, null)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <FieldMessages id={id} hint={hint} error={null} />
    </div>
  );
}

/** A choice of a few options, each with a line of explanation. */
export function RadioCards<T extends string>({
  legend,
  value,
  onValue,
  options,
}: {
  legend: string;
  value: T;
  onValue: (value: T) => void;
  options: readonly (readonly [value: T, label: string, hint: string])[];
}): ReactNode {
  const name = useId();
  return (
    <fieldset className="stack tight">
      <legend>
        <strong>{legend}</strong>
      </legend>
      <div className="radio-cards">
        {options.map(([option, label, hint]) => (
          <label key={option} className="radio-card">
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onValue(option)}
            />
            <strong>{label}</strong>
            <span className="hint">{hint}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Check({
  label,
  hint,
  checked,
  onChecked,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <label className="check" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span>{label}</span>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </label>
  );
}

function describedBy(
  id: string,
  hint: ReactNode,
  error: string | null | undefined,
): Record<string, string | boolean> {
  const ids = [error ? `${id}-error` : '', hint === undefined ? '' : `${id}-hint`].filter(
    (one) => one !== '',
  );
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(error ? { 'aria-invalid': true } : {}),
  };
}

/** The error and the hint of an input with this id, which names them in `aria-describedby`. */
export function FieldMessages({
  id,
  hint,
  error,
}: {
  id: string;
  hint: ReactNode;
  error: string | null | undefined;
}): ReactNode {
  return (
    <>
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </>
  );
}
