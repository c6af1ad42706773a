import { limits } from '../../ports/limits.ts';
import { agentAccess, type AgentSettings } from '../../ports/configuration/settings.ts';
import { choice, fault, list, text, type Field } from '../contract/fields.ts';
import { addressField } from './address-field.ts';
import { settingsGroup } from './settings-group.ts';

const code = text({ lengthMin: 2, lengthMax: 2, pattern: '^[A-Z]{2}$', example: 'DE' });
const country: Field<string> = {
  ...code,
  read: (value, path) => {
    const read = code.read(value, path);
    return typeof read === 'string' && !/^[A-Z]{2}$/.test(read)
      ? fault(path, 'format', 'a country of ISO 3166-1, such as DE')
      : read;
  },
};

/** Settings for shoppers' agents. */
export const agentSettings = settingsGroup<AgentSettings>('AgentSettings', {
  access: choice(agentAccess, {
    description:
      'Who may use `/ucp/{project}`, `/mcp/{project}` and `/feeds/{project}`: no one (`off`), callers with a key (`key`), or also anyone without one (`public`), within `rateLimits.addressPerMinute`.',
  }),
  productUrl: addressField(
    'http(s) address of a product page with `{id}`, `{sku}` or `{groupId}`, for items without `url`, where `items.urlTemplate` is empty. Empty: none.',
  ),
  optionFields: list(text({ lengthMax: limits.fieldNameLengthMax, notBlank: true }), {
    countMax: limits.agentOptionFieldsMax,
    noun: 'fields',
    description:
      'Fields that tell the variants of a product apart. Empty: colour, size and other usual ones.',
  }),
  shopUrl: addressField('http(s) address of the shop, for product feeds. Empty: none.'),
  countries: list(country, {
    countMax: limits.agentCountriesMax,
    noun: 'countries',
    distinct: true,
    description:
      'ISO 3166-1 codes of the countries in which the shop sells, its own first, for product feeds.',
  }),
});
