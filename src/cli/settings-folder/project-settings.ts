import type { JsonObject } from '../../ports/catalog/json.ts';
import { callOperation, type ApiClient } from '../api-client.ts';

/** A rule, collection or placement, which has an id. */
export interface Entry extends JsonObject {
  readonly id: string;
}

type SettingGroups = Readonly<Record<string, JsonObject>>;

/** The configuration of a project, without items, events and secrets. */
export interface ProjectSettingsState {
  /** Settings that differ from the defaults, by group. */
  readonly settings: SettingGroups;
  readonly rules: readonly Entry[];
  readonly collections: readonly Entry[];
  readonly placements: readonly Entry[];
}

/** The live state of a project, and the defaults of its settings. */
export async function readLiveState(
  client: ApiClient,
  project: string,
): Promise<{ readonly state: ProjectSettingsState; readonly defaults: SettingGroups }> {
  const readPart = (what: string): Promise<Record<string, unknown>> =>
    callOperation(client, 'GET', `/api/projects/${encodeURIComponent(project)}/${what}`);
  const { changes, defaults } = (await readPart('settings')) as {
    changes: SettingGroups;
    defaults: SettingGroups;
  };
  const { rules } = (await readPart('rules')) as { rules: readonly Entry[] };
  const { collections } = (await readPart('collections')) as {
    collections: readonly { collection: Entry }[];
  };
  const { placements } = (await readPart('placements')) as { placements: readonly { placement: Entry }[] };
  return {
    state: {
      settings: changes,
      rules,
      collections: collections.map(({ collection }) => collection),
      placements: placements.map(({ placement }) => placement),
    },
    defaults,
  };
}
