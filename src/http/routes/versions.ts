import { configurationKinds } from '../../ports/configuration/configuration.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import { compareVersions } from '../../domain/configuration/compare-versions.ts';
import { takeBack, findVersion } from '../../domain/configuration/take-back.ts';
import { defineListSchema, makeSchemaOptional } from '../../domain/contract/schema.ts';
import { RebuildTask } from '../../domain/settings/rebuild-task.ts';
import { defineChoice } from '../../domain/contract/fields.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { createAuthorship } from '../access/author.ts';
import {
  configurationChange,
  configurationUpdateReply,
  describeChange,
  describeVersion,
  versionMembers,
  versionSummary,
} from '../schemas/configuration-schema.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineFlagParameter,
  defineIntegerParameter,
  defineOptionalIntegerParameter,
  defineParameter,
  defineTextParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeCount, describeReply } from '../schemas/schemas.ts';
import { offset, projectInPath, settingsAccess } from './common.ts';
import { checkPrivateFields } from './settings.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/versions';
const onePath = `${path}/{version}`;
const versionInPath = { ...projectInPath, version: { description: 'Number of the version.' } };
const numberMax = 2 ** 48;

const versionsReply = describeReply('VersionsReply', {
  versions: defineListSchema(versionSummary, { description: 'Newest first.' }),
  total: describeCount('The number of versions of the requested kind, or of all kinds.'),
});
const versionReply = describeReply('VersionReply', {
  ...versionMembers,
  changes: defineListSchema(configurationChange, {
    description: 'The changes from the state after the version `with` to the state after this version.',
  }),
  with: makeSchemaOptional(describeCount('The other version.')),
});

/** Versions of the configuration: list, read, compare, take back. */
export function createVersionOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
  onError: (error: unknown) => void;
}): Operation[] {
  const { clock, ids } = options;
  return [
    defineOperation({
      id: 'getVersions',
      method: 'GET',
      path,
      tag,
      summary: 'List the versions of the configuration',
      description:
        'Every change of settings, rules, collections and placements keeps a version with its author. A project keeps the newest 1,000.',
      access: settingsAccess,
      pathParameters: projectInPath,
      query: {
        kind: defineParameter(
          { description: 'Only changes of this kind.' },
          defineChoice(configurationKinds),
          null,
        ),
        limit: defineIntegerParameter({
          description: 'Maximum number of versions.',
          min: 1,
          max: limits.versionsPageMax,
          fallback: limits.versionsPageDefault,
        }),
        offset,
      },
      status: 200,
      reply: versionsReply,
      handle: ({ project, query }) => {
        const { versions, total } = project.versions.list(query);
        return createJsonReply(200, { versions: versions.map(describeVersion), total });
      },
    }),
    defineOperation({
      id: 'getVersion',
      method: 'GET',
      path: onePath,
      tag,
      summary: 'Get a version, or compare two',
      access: settingsAccess,
      pathParameters: versionInPath,
      query: {
        with: defineOptionalIntegerParameter({
          description: `Another version to compare with, at most ${limits.versionsComparedMax} away.`,
          min: 1,
          max: numberMax,
        }),
      },
      status: 200,
      reply: versionReply,
      errors: ['version_not_found'],
      handle: ({ project, path: { version: versionText = '' }, query }) => {
        const version = findVersion(project, parseVersionNumber(versionText));
        if (query.with === null) {
          const { changes } = version;
          return createJsonReply(200, { ...describeVersion(version), changes: changes.map(describeChange) });
        }
        const changes = compareVersions(project, query.with, version.number);
        return createJsonReply(200, {
          ...describeVersion(version),
          changes: changes.map(describeChange),
          with: query.with,
        });
      },
    }),
    defineOperation({
      id: 'takeBackVersion',
      method: 'POST',
      path: `${onePath}/rollback`,
      tag,
      summary: 'Take back a version',
      description:
        'Restores the state before the change, for the parts that it changed, as a new version. Other changes stay.',
      access: settingsAccess,
      pathParameters: versionInPath,
      body: {
        force: defineFlagParameter({
          description: 'Whether to take back changes even if later versions changed the same parts.',
          fallback: false,
        }),
        message: defineTextParameter({
          description: 'The message of the new version, which people read.',
          lengthMax: limits.versionMessageLengthMax,
        }),
      },
      status: 200,
      reply: configurationUpdateReply,
      errors: ['version_not_found', 'version_superseded'],
      handle: async ({ project, projectId, key, path: { version: versionText = '' }, body }) => {
        const version = findVersion(project, parseVersionNumber(versionText));
        checkPrivateFields(key, version.changes);
        const rebuild = new RebuildTask({
          ...options,
          task: { id: ids.next(clock.now()), project: projectId },
        });
        const by = createAuthorship(key, body.message);
        const { force } = body;
        const { progress } = rebuild;
        const rollback = await takeBack(project, version, { by, force, now: clock.now(), progress });
        return createJsonReply(200, {
          version: rollback.version === null ? null : describeVersion(rollback.version),
          task: await rebuild.follow(rollback.rebuilt),
        });
      },
    }),
  ];
}

function parseVersionNumber(text: string): number {
  if (/^\d{1,14}$/.test(text)) return Number(text);
  throw createParameterError('version', 'type', 'the number of a version');
}
