import { defineChoice, defineList, Fault, type Field } from '../contract/fields.ts';
import { itemNameKinds, type ItemNameKind } from './named-items.ts';

const kind = defineChoice(itemNameKinds);
const kinds = defineList(kind, {
  countMin: 1,
  countMax: itemNameKinds.length,
  noun: 'kinds of names',
});

/** What the items of a request are named by: a kind of name, or several in the order in which they are tried. */
export function defineNaming(description: string): Field<ItemNameKind[]> {
  return {
    schema: { oneOf: [kind.schema, kinds.schema], description },
    read: (value, path) => {
      if (Array.isArray(value)) return kinds.read(value, path);
      const read = kind.read(value, path);
      return read instanceof Fault ? read : [read];
    },
  };
}
