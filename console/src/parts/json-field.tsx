import type { ReactNode } from 'react';
import { isJson } from '../app/json-text.ts';
import { TextField } from './field.tsx';

/** JSON for the front end of the shop. `error`: of the service, if the text is JSON. */
export function JsonField({
  hint,
  value,
  onValue,
  error,
}: {
  hint: string;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}): ReactNode {
  return (
    <TextField
      code
      label="Data (JSON)"
      hint={hint}
      value={value}
      onValue={onValue}
      error={isJson(value) ? error : 'This is not valid JSON.'}
    />
  );
}
