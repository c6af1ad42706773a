import { draftTerms, publishDraft, putDraft } from '../../domain/configuration/change-drafts.ts';
import { findConflicts, listDraftParts, withDraft } from '../../domain/configuration/draft-changes.ts';
import { readPart } from '../../domain/configuration/configuration-parts.ts';
import { createDraftView } from '../../domain/configuration/project-view.ts';
import { defineComponent, defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { removeResource, findResource } from '../../domain/resources/change-resource.ts';
import { RebuildTask } from '../../domain/settings/rebuild-task.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { StoredDraft } from '../../ports/configuration/drafts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import { readAuthorId, nameAuthor, createAuthorship } from '../access/author.ts';
import {
  configurationChange,
  configurationPart,
  configurationUpdateReply,
  describeChange,
  describeVersion,
} from '../schemas/configuration-schema.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineFlagParameter, defineRequiredParameter, defineTextParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeCount, describeReply, describeString, describeTimestamp } from '../schemas/schemas.ts';
import { readIfMatch, ifMatchHeader, projectInPath, settingsAccess } from './common.ts';
import { draftField } from './draft-fields.ts';
import { checkPrivateFields } from './settings.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/drafts';
const onePath = `${path}/{draft}`;
const ofOne = { ...projectInPath, draft: { description: 'Draft id.', component: 'DraftInPath' } };
const versionDescription = 'the `version` of the draft';

const state = {
  version: describeCount('The version of this state of the draft.'),
  changedAt: describeTimestamp(),
  author: describeString('Who changed it last: `console`, or the name of the API key.'),
};
const changes = defineListSchema(configurationChange, {
  description: 'What publishing it would change in the live configuration.',
});
const draftsReply = describeReply('DraftsReply', {
  drafts: defineListSchema(
    defineComponent(
      'DraftSummary',
      defineObjectSchema({
        id: describeString(),
        name: describeString('The id, if it has none.'),
        ...state,
        parts: defineListSchema(configurationPart),
      }),
    ),
    { description: 'Most recently changed first.' },
  ),
});
const draftReply = describeReply('DraftReply', {
  draft: draftField.schema,
  ...state,
  changes,
  conflicts: defineListSchema(configurationChange, {
    description:
      'Parts that changed since the draft began to change them: `before` is the state then, `after` the live state.',
  }),
  notPreviewed: defineListSchema(describeString(), {
    description: 'Changes that previews do not show, such as `settings.search.languages`.',
  }),
});

/** Drafts: read, change, publish. */
export function createDraftOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
  onError: (error: unknown) => void;
}): Operation[] {
  const { clock, ids } = options;
  return [
    defineOperation({
      id: 'getDrafts',
      method: 'GET',
      path,
      tag,
      summary: 'List the drafts of a project',
      access: settingsAccess,
      pathParameters: projectInPath,
      status: 200,
      reply: draftsReply,
      handle: ({ project }) => {
        const drafts = [...project.drafts.current().values()];
        drafts.sort((a, b) => b.changedAt - a.changedAt || b.version - a.version);
        return createJsonReply(200, { drafts: drafts.map(summarizeDraft) });
      },
    }),
    defineOperation({
      id: 'getDraft',
      method: 'GET',
      path: onePath,
      tag,
      summary: 'Get a draft, with what it would change',
      access: settingsAccess,
      pathParameters: ofOne,
      status: 200,
      reply: draftReply,
      errors: ['draft_not_found'],
      handle: ({ project, path: { draft = '' } }) =>
        describeDraft(project, findResource(project.drafts, draft, draftTerms)),
    }),
    defineOperation({
      id: 'putDraft',
      method: 'PUT',
      path: onePath,
      tag,
      summary: 'Create or replace a draft',
      description:
        'Changes that are not live. They are checked as if they were published now. Searches and previews show them with `draft=<id>`.',
      access: settingsAccess,
      pathParameters: ofOne,
      headers: [ifMatchHeader],
      body: {
        draft: defineRequiredParameter({ description: 'The whole draft.' }, draftField),
        rebase: defineFlagParameter({
          description:
            'Accepts the live states of this moment as the ones that the draft changes: it then has no conflicts.',
          fallback: false,
        }),
      },
      status: 200,
      reply: draftReply,
      errors: ['draft_changed', 'invalid_filter'],
      handle: async ({ project, path: { draft: id = '' }, body, request, key }) => {
        const { draft, rebase } = body;
        checkPrivateFields(key, listDraftParts(draft));
        const ifVersion = readIfMatch(request.headers['if-match'], versionDescription);
        const now = clock.now();
        const author = nameAuthor(key);
        const authorId = readAuthorId(key);
        const put = await putDraft(project, draft, { id, ifVersion, author, authorId, rebase, now });
        return describeDraft(project, put);
      },
    }),
    defineOperation({
      id: 'deleteDraft',
      method: 'DELETE',
      path: onePath,
      tag,
      summary: 'Delete a draft',
      access: settingsAccess,
      pathParameters: ofOne,
      headers: [ifMatchHeader],
      status: 200,
      reply: draftReply,
      errors: ['draft_not_found', 'draft_changed'],
      handle: async ({ project, path: { draft: id = '' }, request, key }) => {
        const ifVersion = readIfMatch(request.headers['if-match'], versionDescription);
        const by = createAuthorship(key);
        const removed = await removeResource(project.drafts, id, { ifVersion, by }, draftTerms);
        await removeReplay(project, id);
        return describeDraft(project, removed);
      },
    }),
    defineOperation({
      id: 'publishDraft',
      method: 'POST',
      path: `${onePath}/publish`,
      tag,
      summary: 'Publish a draft',
      description:
        'Makes all changes of the draft live in one step, as one version, and removes the draft. If fields or text analysis change, the index is rebuilt in the background, as after a change of settings.',
      access: settingsAccess,
      pathParameters: ofOne,
      headers: [ifMatchHeader],
      body: {
        force: defineFlagParameter({
          description: 'Also where the live configuration changed since in what the draft changes.',
          fallback: false,
        }),
        message: defineTextParameter({
          description: 'The message that people read. The default is the name of the draft.',
          lengthMax: limits.versionMessageLengthMax,
        }),
      },
      status: 200,
      reply: configurationUpdateReply,
      errors: ['draft_not_found', 'draft_changed', 'draft_outdated', 'invalid_filter'],
      handle: async ({ project, projectId, path: { draft: id = '' }, body, request, key }) => {
        const rebuild = new RebuildTask({
          ...options,
          task: { id: ids.next(clock.now()), project: projectId },
        });
        const { version, rebuilt } = await publishDraft(project, id, {
          by: createAuthorship(key, body.message),
          force: body.force,
          ifVersion: readIfMatch(request.headers['if-match'], versionDescription),
          now: clock.now(),
          check: (draft) => checkPrivateFields(key, listDraftParts(draft)),
          progress: rebuild.progress,
        });
        // Its summary is the proof of the version.
        await removeReplay(project, id);
        return createJsonReply(200, {
          version: version === null ? null : describeVersion(version),
          task: await rebuild.follow(rebuilt),
        });
      },
    }),
  ];
}

async function removeReplay({ replays }: Pick<ProjectEngine, 'replays'>, draft: string): Promise<void> {
  if (replays.current().has(draft)) await replays.change(draft, () => null);
}

function summarizeDraft({ value, version, changedAt }: Versioned<StoredDraft>) {
  const { draft, author } = value;
  const { id, name = id } = draft;
  return { id, name, version, changedAt, author, parts: listDraftParts(draft) };
}

function describeDraft(project: ProjectEngine, { value, version, changedAt }: Versioned<StoredDraft>) {
  const { draft, author } = value;
  const live = project.configuration.current();
  const after = withDraft(live, draft);
  const body = {
    draft,
    version,
    changedAt,
    author,
    changes: project.versions.changesBetween(live, after).map(describeChange),
    conflicts: findConflicts(live, value).map(({ kind, id, state: before }) =>
      describeChange({ kind, id, before, after: readPart(live, { kind, id }) }),
    ),
    notPreviewed: createDraftView(project, value).notApplied,
  };
  return createJsonReply(200, body, { etag: `"${version}"` });
}
