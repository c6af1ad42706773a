import type { ReactNode } from 'react';
import { Field } from './field.tsx';

/** A date input; a value in another format is edited as text. */
export function DateField(options: {
  label: string;
  hint?: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}): ReactNode {
  const isDay = /^(\d{4}-\d{2}-\d{2})?$/.test(options.value);
  return <Field {...options} type={isDay ? 'date' : 'text'} />;
}
