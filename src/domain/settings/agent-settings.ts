import { limits } from '../../ports/limits.ts';
import { agentAccess, type AgentSettings } from '../../ports/configuration/settings.ts';
import { defineChoice, createFault, defineList, defineText, type Field } from '../contract/fields.ts';
import { defineAddress } from './address-field.ts';
import { defineSettingsGroup } from './settings-group.ts';

const code = defineText({ lengthMin: 2, lengthMax: 2, pattern: '^[A-Z]{2}$', example: 'DE' });
const country: Field<string> = {
  ...code,
  read: (value, path) => {
    const read = code.read(value, path);
    return typeof read === 'string' && !/^[A-Z]{2}$/.test(read)
      ? createFault(path, 'format', 'a country of ISO 3166-1, such as DE')
      : read;
  },
};

/** Settings for shoppers' agents. */
export const agentSettings = defineSettingsGroup<AgentSettings>('AgentSettings', {
  access: defineChoice(agentAccess, {
    description:
      'Who may use `/ucp/{project}`, `/mcp/{project}` and `/feeds/{project}`: no one (`off`), callers with a key (`key`), or also anyone without one (`public`), within `rateLimits.addressPerMinute`.',
  }),
  productUrl: defineAddress(
    'http(s) address of a product page with `{id}`, `{sku}` or `{groupId}`, for items without `url`, where `items.urlTemplate` is empty. Empty: none.',
  ),
  optionFields: defineList(defineText({ lengthMax: limits.fieldNameLengthMax, notBlank: true }), {
    countMax: limits.agentOptionFieldsMax,
    noun: 'fields',
    description:
      'Fields that tell the variants of a product apart. Empty: colour, size and other usual ones.',
  }),
  shopUrl: defineAddress('http(s) address of the shop, for product feeds. Empty: none.'),
  countries: defineList(country, {
    countMax: limits.agentCountriesMax,
    noun: 'countries',
    distinct: true,
    description:
      'ISO 3166-1 codes of the countries in which the shop sells, its own first, for product feeds.',
  }),
});
