import { limits } from '../../ports/limits.ts';
import { isAddressTemplate } from '../catalog/item-address.ts';
import { createFault, Fault, defineText, type Field } from '../contract/fields.ts';

/** An http or https address, with or without fields in braces; may be empty. */
export function defineAddress(description: string): Field<string> {
  const textField = defineText({ lengthMin: 0, lengthMax: limits.agentUrlLengthMax, description });
  return {
    ...textField,
    read: (value, path) => {
      const read = textField.read(value, path);
      if (read instanceof Fault || read === '') return read;
      return isAddressTemplate(read) ? read : createFault(path, 'format', 'an http or https address');
    },
  };
}
