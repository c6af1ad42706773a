import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { capitalized } from './formats.ts';

interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

/** A new password, typed twice. `label`: in lower case, such as "new password". */
export function NewPasswordFields({
  label,
  value,
  onValue,
  errors,
}: {
  label: string;
  value: NewPassword;
  onValue: (value: NewPassword) => void;
  errors: Readonly<Partial<Record<keyof NewPassword, string>>>;
}): ReactNode {
  return (
    <>
      <Field
        label={capitalized(label)}
        hint="At least 8 characters."
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        value={value.password}
        onValue={(password) => onValue({ ...value, password })}
        error={errors.password}
      />
      <Field
        label={`Confirm ${label}`}
        type="password"
        autoComplete="new-password"
        required
        value={value.confirmation}
        onValue={(confirmation) => onValue({ ...value, confirmation })}
        error={errors.confirmation}
      />
    </>
  );
}
