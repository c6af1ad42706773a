import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { Fault, defineText, type Field } from '../contract/fields.ts';
import { parseFilter } from './filter-grammar.ts';

/** A filter in settings and rules. Its fields need not exist yet. */
export function defineFilter(description: string): Field<string> {
  const field = defineText({ lengthMax: limits.filterLengthMax, notBlank: true, description });
  return {
    ...field,
    read: (value, path) => {
      const text = field.read(value, path);
      if (text instanceof Fault) return text;
      try {
        parseFilter(text, 0, { path });
        return text;
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        return new Fault(error.errors);
      }
    },
  };
}
