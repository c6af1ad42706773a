import type { EventSettings, ProjectSettings } from '../../ports/settings.ts';

/** The settings that the counters behind the lists are a function of. */
export interface CountingSettings extends EventSettings {
  /** Fields that say nothing of what an item is like: scores would tell of them. Left out where there are none. */
  readonly privateFields?: readonly string[];
}

export function countingSettings({ events, items }: ProjectSettings): CountingSettings {
  const { privateFields } = items;
  return privateFields.length === 0 ? events : { ...events, privateFields };
}
