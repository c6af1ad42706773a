import { createItemProjection } from '../../domain/catalog/item-projection.ts';
import { itemSchema } from '../../domain/catalog/item-schema.ts';
import { defineListSchema } from '../../domain/contract/schema.ts';
import { previewSynonyms } from '../../domain/search/execution/synonym-preview.ts';
import { emptyQuery } from '../../domain/query/empty-query.ts';
import { synonyms } from '../../domain/settings/search-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import { limits } from '../../ports/limits.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineIntegerParameter,
  defineRequiredParameter,
  defineRequiredTextParameter,
} from '../requests/parameters.ts';
import { buildItemChunks, createChunkedReply, listChunks } from '../replies/reply.ts';
import { describeCount, describeReply } from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';
import { createRuleOptions } from './rule-parameters.ts';

const synonymsPreview = describeReply('SynonymsPreview', {
  total: describeCount('Items that the query finds now.'),
  added: describeCount('Items that it would find in addition.'),
  items: defineListSchema(itemSchema, { description: 'The first items that it would find in addition.' }),
});

/** The preview of synonyms that are not stored. */
export function defineSynonymPreviewOperation({ clock }: { clock: Clock }): Operation {
  return defineOperation({
    id: 'previewSynonyms',
    method: 'POST',
    path: '/api/projects/{project}/synonyms/preview',
    tag: 'Settings',
    summary: 'Preview synonyms on a search',
    description:
      'How many items a search would find in addition with more synonyms, which are not stored. Counts items with all words, as typed or corrected: neither semantic matches nor what is listed where nothing matches.',
    access: settingsAccess,
    role: 'viewer',
    pathParameters: projectInPath,
    body: {
      q: defineRequiredTextParameter({ description: 'The query.', lengthMax: limits.queryLengthMax }),
      synonyms: defineRequiredParameter(
        { description: 'Synonyms in addition to those of the project.' },
        synonyms,
      ),
      limit: defineIntegerParameter({
        description: 'Maximum number of items.',
        min: 1,
        max: limits.searchLimitMax,
        fallback: limits.searchLimitDefault,
      }),
    },
    status: 200,
    reply: synonymsPreview,
    handle: async ({ project, body, restrictions, key, warnings }) => {
      const query = { ...emptyQuery, text: body.q };
      const visitor = { context: null, enableRules: true, user: null, session: null };
      const { total, added, items } = await previewSynonyms(project, body.synonyms, query, {
        ...createRuleOptions(visitor, { key, warnings }, clock.now()),
        understanding: null,
        asWords: [],
        collection: null,
        personalize: false,
        restrictions,
        limit: body.limit,
      });
      const projection = createItemProjection({ fields: null, exclude: restrictions.privateFields });
      return createChunkedReply(200, [
        `{"total":${total},"added":${added},"items":`,
        ...listChunks(items, (item) => buildItemChunks(item, projection)),
        '}',
      ]);
    },
  });
}
