import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import { createFault, defineFlag, defineList, defineText, type Field } from '../contract/fields.ts';
import { defineAddress } from './address-field.ts';
import { defineSettingsGroup } from './settings-group.ts';

/** Fields that the interface needs and that cannot be private. */
const publicFields = ['id', 'sku', 'active', 'groupId'];

const fieldName = defineText({ lengthMax: limits.fieldNameLengthMax, notBlank: true });
const privateField: Field<string> = {
  ...fieldName,
  read: (value, path) =>
    typeof value === 'string' && (publicFields.includes(value) || value.startsWith('_'))
      ? createFault(
          path,
          'not_allowed',
          `another field than ${publicFields.join(', ')} and those of the service`,
        )
      : fieldName.read(value, path),
};

export const itemSettings = defineSettingsGroup<ItemSettings>('ItemSettings', {
  priceOptional: defineFlag({
    description:
      'Whether imports accept items without a price, stored as `price: null`: they match no price condition and sort last by price.',
  }),
  privateFields: defineList(privateField, {
    countMax: limits.settingsFieldsMax,
    noun: 'fields',
    distinct: true,
    description:
      'Paths of fields that only keys with the scope `private` can see, filter, sort and facet by; a path includes its descendants. They are not searchable, and a choice of store, language or price list does not show them. Settings and rules of the shop may use them. The order of lists then reveals which items have higher values.',
  }),
  urlTemplate: defineAddress(
    'http(s) address of the page of an item without `url`, with `{id}`, `{sku}`, `{handle}` or other fields, such as `https://shop.example/p/{id}`: `url` in lists, and in feeds. An empty text means none.',
  ),
});
