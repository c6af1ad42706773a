import type { ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';

/** The only form that the picker of browsers reads and writes. */
const pickedForm = /^#[\da-f]{6}$/i;

/** A CSS colour as text, with the browser's picker. The text also takes names and functions of CSS. */
export function ColorField({
  label,
  example,
  part,
  value,
  onValue,
  error,
}: {
  label: string;
  example: string;
  /** Completes "Colour picker for …". */
  part: string;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}): ReactNode {
  return (
    <div className="color-field">
      <Field
        label={label}
        placeholder={example}
        spellCheck={false}
        value={value}
        onValue={onValue}
        error={error}
      />
      <input
        type="color"
        aria-label={`Colour picker for ${part}`}
        value={pickedForm.test(value) ? value : example}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  );
}
