import { Fault } from '../../../domain/contract/fields.ts';
import {
  changeSettings,
  settingsGroups,
  type SentSettings,
} from '../../../domain/settings/change-settings.ts';
import type { Clock } from '../../../lib/clock.ts';
import { VitrineError, type InputError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { ProjectStore } from '../../../ports/access/projects.ts';
import type { ProjectSettings } from '../../../ports/configuration/settings.ts';
import { createAuthorship } from '../../access/author.ts';
import type { Call, OpenedProject } from '../../operation.ts';
import { projectTaskId, type TaskIds } from './task-ids.ts';

export interface ConfigurationOptions {
  readonly store: ProjectStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly taskIds: TaskIds;
}

/**
 * Changes settings of a project, and returns the number of the task that may rebuild its index. `createChanges` gets the newest
 * settings, and returns a body of `PUT /api/projects/{project}/settings`.
 * @throws VitrineError invalid_request with the path of every error
 */
export async function changeProjectSettings(
  { opened: { project, projectId }, key }: Pick<Call, 'key'> & { readonly opened: OpenedProject },
  createChanges: (newest: ProjectSettings) => Readonly<Record<string, JsonObject>>,
  { store, clock, onError, taskIds }: ConfigurationOptions,
): Promise<number> {
  const taskID = taskIds.countRunning();
  const { task } = await changeSettings({
    settings: project.settings,
    store,
    clock,
    task: { id: projectTaskId(taskID) ?? '', project: projectId },
    changes: (newest) => parseSettings(createChanges(newest)),
    ifVersion: null,
    by: createAuthorship(key),
    onError,
  });
  return task === null ? taskIds.createDoneId() : taskID;
}

/** @throws VitrineError invalid_request with the path of every error */
function parseSettings(input: Readonly<Record<string, JsonObject>>): SentSettings {
  const errors: InputError[] = [];
  const read = Object.entries(settingsGroups).flatMap(([name, { changes }]): [string, unknown][] => {
    if (input[name] === undefined) return [];
    const value: unknown = changes.read(input[name], name);
    if (value instanceof Fault) errors.push(...value.errors);
    return [[name, value]];
  });
  if (errors.length > 0)
    throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The settings are not valid', { errors });
  return Object.fromEntries(read) as SentSettings;
}
