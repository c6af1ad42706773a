import type { EventSettings, ProjectSettings } from '../../../ports/configuration/settings.ts';

/** The settings that determine the counters of the recommenders. */
export interface CountingSettings extends EventSettings {
  /** Fields excluded from the item features: scores would reveal them. Omitted where there are none. */
  readonly privateFields?: readonly string[];
}

export function countingSettings({ events, items }: ProjectSettings): CountingSettings {
  const { privateFields } = items;
  return privateFields.length === 0 ? events : { ...events, privateFields };
}
