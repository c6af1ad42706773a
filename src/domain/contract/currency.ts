import { createFault, type Field } from './fields.ts';

/** A currency by its letters, ISO 4217; upper case after reading. */
export function defineCurrency(description: string): Field<string> {
  return {
    schema: { type: 'string', pattern: '^[A-Za-z]{3}$', description, examples: ['EUR'] },
    read: (value, path) =>
      typeof value === 'string' && /^[a-z]{3}$/i.test(value)
        ? value.toUpperCase()
        : createFault(path, 'format', 'a currency of three letters, such as EUR'),
  };
}
