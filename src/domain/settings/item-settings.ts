import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import { fault, flag, list, text, type Field } from '../contract/fields.ts';
import { addressField } from './address-field.ts';
import { settingsGroup } from './settings-group.ts';

/** Fields that the interface needs and that cannot be private. */
const publicFields = ['id', 'sku', 'active', 'groupId'];

const fieldName = text({ lengthMax: limits.fieldNameLengthMax, notBlank: true });
const privateField: Field<string> = {
  ...fieldName,
  read: (value, path) =>
    typeof value === 'string' && (publicFields.includes(value) || value.startsWith('_'))
      ? fault(path, 'not_allowed', `another field than ${publicFields.join(', ')} and those of the service`)
      : fieldName.read(value, path),
};

export const itemSettings = settingsGroup<ItemSettings>('ItemSettings', {
  priceOptional: flag({
    description:
      'Whether imports accept items without a price, stored as `price: null`: they match no price condition and sort last by price.',
  }),
  privateFields: list(privateField, {
    countMax: limits.settingsFieldsMax,
    noun: 'fields',
    distinct: true,
    description:
      'Paths of fields that only keys with the scope `private` can see, filter, sort and facet by; a path includes its descendants. They are not searchable, and a choice of store, language or price list does not show them. Settings and rules of the shop may use them. The order of lists then reveals which items have higher values.',
  }),
  urlTemplate: addressField(
    'http(s) address of the page of an item without `url`, with `{id}`, `{sku}`, `{handle}` or other fields, such as `https://shop.example/p/{id}`: `url` in lists, and in feeds. An empty text means none.',
  ),
});
