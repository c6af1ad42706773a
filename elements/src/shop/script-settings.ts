import type { FrontReply, FrontSettings } from '@vitrine/sdk/shop';

/** The settings group `front` of the project. */
export type ScriptSettings = FrontSettings;
/** A list of recommendations and where it stands on the pages of the shop. */
export type PlacedList = FrontSettings['lists'][number];
export type ScriptConfiguration = Pick<FrontReply, 'settings' | 'experiment'>;

/**
 * Reads the settings with the key in the address: a header would need a preflight request. Returns null if the service cannot be reached or
 * fails: then the shop stays as it is.
 */
export async function loadConfiguration(
  url: string,
  project: string,
  key: string,
): Promise<ScriptConfiguration | null> {
  try {
    const address = `${url}/front/${encodeURIComponent(project)}.json?key=${encodeURIComponent(key)}`;
    const reply = await fetch(address, { credentials: 'omit' });
    return reply.ok ? ((await reply.json()) as ScriptConfiguration) : null;
  } catch {
    return null;
  }
}
