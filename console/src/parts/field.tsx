import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

interface Common {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly fault?: string | null | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>;

/** A labelled input whose hint and fault screen readers say with it. */
export function Field({
  label,
  hint,
  fault,
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
        {...describedBy(id, hint, fault)}
        {...input}
      />
      <Below id={id} hint={hint} fault={fault} />
    </div>
  );
}

/** The same for several lines. */
export function TextField({
  label,
  hint,
  fault,
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
        {...describedBy(id, hint, fault)}
      />
      <Below id={id} hint={hint} fault={fault} />
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
      <Below id={id} hint={hint} fault={null} />
    </div>
  );
}

/** One of a few, each with a line that says what it means. */
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
  fault: string | null | undefined,
): Record<string, string | boolean> {
  const ids = [fault ? `${id}-fault` : '', hint === undefined ? '' : `${id}-hint`].filter(
    (one) => one !== '',
  );
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(fault ? { 'aria-invalid': true } : {}),
  };
}

function Below({
  id,
  hint,
  fault,
}: {
  id: string;
  hint: ReactNode;
  fault: string | null | undefined;
}): ReactNode {
  return (
    <>
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
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
