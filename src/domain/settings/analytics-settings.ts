import { limits } from '../../ports/limits.ts';
import type { AnalyticsSettings } from '../../ports/configuration/settings.ts';
import { defineNumber } from '../contract/fields.ts';
import { defineSettingsGroup } from './settings-group.ts';

const defineWholeNumber = (min: number, max: number, description: string) =>
  defineNumber({ whole: true, min, max, description });

export const analyticsSettings = defineSettingsGroup<AnalyticsSettings>('AnalyticsSettings', {
  impressionDays: defineWholeNumber(
    0,
    limits.impressionDaysMax,
    'The days for which searches and lists that were shown are kept. With 0, none are recorded.',
  ),
  directHours: defineWholeNumber(
    1,
    limits.directHoursMax,
    'Hours after a click in which a purchase of the same product is attributed to its search or list.',
  ),
  assistedDays: defineWholeNumber(
    0,
    limits.assistedDaysMax,
    'The days after a click in which such a purchase counts as assisted. 0 means never.',
  ),
});
