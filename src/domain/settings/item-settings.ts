import type { InputError } from '../../ports/errors.ts';
import type { ItemSettings } from '../../ports/settings.ts';
import { flag, orNull, record, type Check } from './checks.ts';

const checks: { [K in keyof ItemSettings]: Check } = { priceOptional: orNull(flag) };

/** What is wrong with changes of item settings, a null standing for "back to the default"; empty where nothing is. */
export function itemSettingsFaults(sent: unknown, path: string): InputError[] {
  return record(checks)(sent, path);
}
