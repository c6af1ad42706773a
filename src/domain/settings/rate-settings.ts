import { limits } from '../../ports/limits.ts';
import type { RateLimits } from '../../ports/configuration/settings.ts';
import { defineNumber } from '../contract/fields.ts';
import { defineSettingsGroup } from './settings-group.ts';

const defineRate = (description: string) =>
  defineNumber({
    whole: true,
    min: 0,
    max: limits.keyRatePerMinuteMax,
    description: `${description} 0: no limit.`,
  });

export const rateSettings = defineSettingsGroup<RateLimits>('RateLimits', {
  addressPerMinute: defineRate(
    'Requests per minute from one address with a web key, or for the `address` that a server key names.',
  ),
  visitorPerMinute: defineRate(
    'Requests per minute of one visitor (`session`, otherwise `user`) with a web key.',
  ),
});
