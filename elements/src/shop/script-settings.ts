import type { FrontReply, FrontSettings } from '@vitrine/sdk/shop';

/** The settings group `front` of the project. */
export type ScriptSettings = FrontSettings;
/** A list of recommendations and where it stands on the pages of the shop. */
export type PlacedList = FrontSettings['lists'][number];
export type ScriptConfiguration = Pick<FrontReply, 'settings' | 'experiment'>;

const defaultSettings: ScriptSettings = {
  enabled: true,
  share: 1,
  page: false,
  field: '',
  layout: 'layer',
  container: '',
  resultsUrl: '',
  columns: { phone: 2, desktop: 4 },
  cardFields: ['brand'],
  badges: true,
  oldPrice: true,
  cartUrl: '',
  facets: [],
  sorts: ['price:asc', 'price:desc'],
  photo: true,
  language: '',
  currency: '',
  texts: {},
  lists: [],
  style: { font: '', accent: '', text: '', background: '', radius: '' },
  events: true,
  consent: 'page',
};

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
    // A service of an earlier version has no settings.
    if (reply.status === 404) return { settings: defaultSettings, experiment: null };
    if (!reply.ok) return null;
    const { settings, experiment } = (await reply.json()) as Partial<ScriptConfiguration>;
    return { settings: completeSettings(settings ?? {}), experiment: experiment ?? null };
  } catch {
    return null;
  }
}

function completeSettings(settings: Partial<ScriptSettings>): ScriptSettings {
  return {
    ...defaultSettings,
    ...settings,
    columns: { ...defaultSettings.columns, ...settings.columns },
    style: { ...defaultSettings.style, ...settings.style },
  };
}
