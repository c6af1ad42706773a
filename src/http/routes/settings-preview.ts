import { checkConfiguration } from '../../domain/configuration/configuration-check.ts';
import { withDraft } from '../../domain/configuration/draft-changes.ts';
import { createDraftView } from '../../domain/configuration/project-view.ts';
import { defineObject } from '../../domain/contract/object-fields.ts';
import { defineListSchema } from '../../domain/contract/schema.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import { searchSettings } from '../../domain/settings/search-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Draft } from '../../ports/configuration/drafts.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { createChunkedReply } from '../replies/reply.ts';
import { defineRequiredParameter } from '../requests/parameters.ts';
import { describeReply, describeString } from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';
import { previewBody, previewChunks, previewMembers, previewTime } from './preview.ts';

const { draft: _, ...body } = previewBody;
const settingsPreview = describeReply('SettingsPreview', {
  ...previewMembers,
  notPreviewed: defineListSchema(describeString(), {
    description: 'Changes that need another index and are not shown, such as `settings.search.languages`.',
  }),
});

/** The preview of search settings that are not stored. */
export function defineSettingsPreviewOperation({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation {
  return defineOperation({
    id: 'previewSettings',
    method: 'POST',
    path: '/api/projects/{project}/settings/preview',
    tag: 'Settings',
    summary: 'Preview search settings on a search',
    description:
      'Runs a search with changes of the search settings that are not stored. Rules act as stored.',
    access: settingsAccess,
    role: 'viewer',
    pathParameters: projectInPath,
    body: {
      ...body,
      settings: defineRequiredParameter(
        { description: 'Changes of the search settings; null resets one to its default.' },
        defineObject({ search: searchSettings.changes }),
      ),
    },
    status: 200,
    reply: settingsPreview,
    errors: ['invalid_filter'],
    handle: async (call) => {
      const { settings, ...sent } = call.body;
      const now = clock.now();
      const draft: Draft = { id: 'preview', settings };
      const live = call.project.configuration.current();
      checkConfiguration(call.project, live, withDraft(live, draft), now);
      const { project, notApplied } = createDraftView(call.project, {
        draft,
        author: '',
        base: [],
      });
      const at = previewTime(sent.at, now);
      const chunks = await previewChunks(
        { ...call, project },
        { ...sent, draft: null },
        {
          rules: null,
          collection: null,
          notPreviewed: notApplied,
        },
        { queryEmbeddings, at },
      );
      return createChunkedReply(200, chunks);
    },
  });
}
