import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/settings.ts';
import { distinct, validationError, flag, list, orNull, record, text, type Check } from './checks.ts';

/** Fields that the interface needs and that cannot be private. */
const publicFields = ['id', 'sku', 'active', 'groupId'];

const privateField: Check = (value, path) =>
  typeof value === 'string' && (publicFields.includes(value) || value.startsWith('_'))
    ? validationError(
        path,
        'not_allowed',
        `another field than ${publicFields.join(', ')} and those of the service`,
      )
    : text(limits.fieldNameLengthMax)(value, path);

const checks: { [K in keyof ItemSettings]: Check } = {
  priceOptional: orNull(flag),
  privateFields: orNull(distinct(list(limits.settingsFieldsMax, privateField, 'fields'))),
};

/** Errors in changes of item settings; null resets to the default. */
export function validateItemSettings(sent: unknown, path: string): InputError[] {
  return record(checks)(sent, path);
}
