/** A list of recommendations and where it stands on the pages of the shop. */
export interface PlacedList {
  readonly placement: string;
  readonly selector: string;
  readonly position: 'before' | 'after' | 'start' | 'end';
  readonly pages: 'all' | 'home' | 'product' | 'category' | 'cart';
  readonly title: string;
}

/** The settings group `front` of the project, as `GET /front/{project}.json` has it. */
export interface ScriptSettings {
  readonly enabled: boolean;
  readonly share: number;
  readonly field: string;
  readonly layout: 'layer' | 'container';
  readonly container: string;
  readonly resultsUrl: string;
  readonly columns: { readonly phone: number; readonly desktop: number };
  readonly cardFields: readonly string[];
  readonly badges: boolean;
  readonly oldPrice: boolean;
  readonly cartUrl: string;
  readonly facets: readonly string[];
  readonly sorts: readonly string[];
  readonly photo: boolean;
  readonly language: string;
  readonly currency: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: readonly PlacedList[];
  readonly style: {
    readonly font: string;
    readonly accent: string;
    readonly text: string;
    readonly background: string;
    readonly radius: string;
  };
  readonly events: boolean;
  readonly consent: 'page' | 'required';
}

/** The comparison of sales with and without the script, while it is shown to a share of visitors. */
export interface ShareExperiment {
  readonly id: string;
  readonly share: number;
}

export interface ScriptConfiguration {
  readonly settings: ScriptSettings;
  readonly experiment: ShareExperiment | null;
}

export const defaultSettings: ScriptSettings = {
  enabled: true,
  share: 1,
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

export function completeSettings(settings: Partial<ScriptSettings>): ScriptSettings {
  return {
    ...defaultSettings,
    ...settings,
    columns: { ...defaultSettings.columns, ...settings.columns },
    style: { ...defaultSettings.style, ...settings.style },
  };
}
