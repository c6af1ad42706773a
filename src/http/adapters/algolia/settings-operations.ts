import { VitrineError } from '../../../ports/errors.ts';
import { checkPrivateFields, privateFieldsPart } from '../../routes/settings.ts';
import { seesPrivateFields } from '../../access/authorise.ts';
import type { ProjectSettings } from '../../../ports/configuration/settings.ts';
import type { Operation } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { changeProjectSettings, type ConfigurationOptions } from './changed-configuration.ts';
import { NamedIndexes } from './index-name.ts';
import { readRequestBody } from '../request-body.ts';
import {
  formatReplica,
  formatSettings,
  translateReplica,
  translateSettings,
} from './settings-translation.ts';

const shared = { tag: 'Settings', scope: 'settings', path: '/1/indexes/{index}/settings' } as const;

/** Settings of Algolia's clients. What has no counterpart is in the member `message` of the reply. */
export function createAlgoliaSettingsOperations(options: ConfigurationOptions): Operation[] {
  return [
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaSettings',
      method: 'GET',
      summary: 'The settings of an index',
      handle: async (call) => {
        const index = call.path['index'] ?? '';
        const { opened, sort } = await new NamedIndexes(call).open(index, { session: null });
        const seesPrivate = call.key !== null && seesPrivateFields(call.key);
        const shown = formatSettings(opened.project.settings.effective(), seesPrivate);
        return createJsonReply(
          200,
          index === opened.projectId ? shown : formatReplica(opened.projectId, sort, shown),
        );
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaChangeSettings',
      method: 'PUT',
      summary: 'Change settings of an index',
      handle: async (call) => {
        const index = call.path['index'] ?? '';
        const value = await readRequestBody(call);
        const updatedAt = new Date(options.clock.now()).toISOString();
        const indexes = new NamedIndexes(call);
        const stagedFor = await indexes.findStagingProject(index);
        if (stagedFor !== null) {
          const message = `Without effect on a staging index, which gets the settings of ${stagedFor}: set those`;
          return createJsonReply(200, { taskID: options.taskIds.createDoneId(), updatedAt, message });
        }
        const { opened, isSuggestions } = await indexes.open(index, { session: null });
        if (isSuggestions)
          throw new VitrineError('invalid_request', `Index ${index} has no settings of its own`);
        const { settings } = opened.project;
        const translate = (newest: ProjectSettings) =>
          index === opened.projectId
            ? translateSettings(value, newest, settings.defaults)
            : translateReplica(index, value, newest);
        const { message } = translate(settings.effective());
        if (value['unretrievableAttributes'] !== undefined) checkPrivateFields(call.key, [privateFieldsPart]);
        const taskID = await changeProjectSettings(
          { opened, key: call.key },
          (newest) => translate(newest).changes,
          options,
        );
        return createJsonReply(200, { taskID, updatedAt, ...(message === null ? {} : { message }) });
      },
    }),
  ];
}
