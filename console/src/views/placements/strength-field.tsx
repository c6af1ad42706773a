import { useState, type ReactNode } from 'react';
import { Field, SelectField } from '../../parts/field.tsx';

/** A number of the API, and what it does in words. */
export type Strength = readonly [value: string, text: string];

const ownNumber = 'own';

/** A number from 0 to 1 that is chosen by words. A number that no word stands for is shown as such, and can be typed. */
export function StrengthField({
  label,
  hint,
  strengths,
  value,
  onValue,
  error,
}: {
  label: string;
  hint: string;
  strengths: readonly Strength[];
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}): ReactNode {
  const known = strengths.find(([strength]) => Number(strength) === Number(value));
  const [isTyped, setIsTyped] = useState(known === undefined);
  const isOwn = isTyped || known === undefined;
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        value={isOwn ? ownNumber : known[0]}
        onValue={(next) => {
          setIsTyped(next === ownNumber);
          if (next !== ownNumber) onValue(next);
        }}
        options={[
          ...strengths.map(([strength, text]): Strength => [strength, text]),
          [ownNumber, 'Another strength …'],
        ]}
      />
      {isOwn && (
        <Field
          label={`${label}, from 0 to 1`}
          type="number"
          min={0}
          max={1}
          step={0.1}
          placeholder="0"
          value={value}
          onValue={onValue}
          error={error}
        />
      )}
    </>
  );
}
