import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { RateLimits } from '../../ports/settings.ts';
import { integer, orNull, record, type Check } from './checks.ts';

const perMinute = orNull(integer(0, limits.keyRatePerMinuteMax));
const checks: { [K in keyof RateLimits]: Check } = {
  addressPerMinute: perMinute,
  visitorPerMinute: perMinute,
};

/** Errors in changes of rate limits; null resets to the default. */
export function validateRateSettings(sent: unknown, path: string): InputError[] {
  return record(checks)(sent, path);
}
