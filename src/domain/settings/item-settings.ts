import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/settings.ts';
import { distinct, fault, flag, list, orNull, record, text, type Check } from './checks.ts';

/** What an item is addressed by is in every reply. */
const privateField: Check = (value, path) =>
  value === 'id' || (typeof value === 'string' && value.startsWith('_'))
    ? fault(path, 'not_allowed', 'another field than `id` and those of the service')
    : text(limits.fieldNameLengthMax)(value, path);

const checks: { [K in keyof ItemSettings]: Check } = {
  priceOptional: orNull(flag),
  privateFields: orNull(distinct(list(limits.settingsFieldsMax, privateField, 'fields'))),
};

/** What is wrong with changes of item settings, a null standing for "back to the default"; empty where nothing is. */
export function itemSettingsFaults(sent: unknown, path: string): InputError[] {
  return record(checks)(sent, path);
}
