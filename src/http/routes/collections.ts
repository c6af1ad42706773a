import { collectionField } from '../../domain/collections/collection-fields.ts';
import { listCollectionWarnings } from '../../domain/collections/collection-warnings.ts';
import {
  checkCollection,
  checkNamedItems,
  collectionTerms,
} from '../../domain/collections/collection-check.ts';
import { putResource, findResource } from '../../domain/resources/change-resource.ts';
import { findInactiveItems } from '../../domain/collections/inactive-items.ts';
import { defineComponent, defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import { itemSchema } from '../../domain/catalog/item-schema.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineParameter } from '../requests/parameters.ts';
import { createChunkedReply } from '../replies/reply.ts';
import { describeCount, describeReply, describeTimestamp } from '../schemas/schemas.ts';
import { pinView } from '../access/call-view.ts';
import { projectInPath, settingsAccess } from './common.ts';
import { createResourceOperations } from './resource-operations.ts';
import { previewBody, previewChunks, previewMembers, previewTime } from './preview.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/collections';
const onePath = `${path}/{collection}`;
const pathParameters = {
  ...projectInPath,
  collection: { description: 'Collection id.', component: 'CollectionInPath' },
};
const storedMembers = {
  collection: collectionField.schema,
  version: describeCount('The version of this state of the collection.'),
  changedAt: describeTimestamp(),
};
const collectionReply = describeReply('CollectionReply', storedMembers);
const collectionsReply = describeReply('CollectionsReply', {
  collections: defineListSchema(defineComponent('StoredCollection', defineObjectSchema(storedMembers)), {
    description: 'The collections, in the order of their ids.',
  }),
});
const collectionPreview = describeReply('CollectionPreview', {
  ...previewMembers,
  inactive: defineListSchema(itemSchema, {
    description:
      'Items that the collection names and that are inactive: a search lists them once they are active.',
  }),
});

const operations = createResourceOperations({
  terms: collectionTerms,
  store: ({ collections }) => collections,
  id: pathParameters.collection,
  replies: { one: collectionReply, list: collectionsReply },
  members: (_project, { value: collection, version, changedAt }) => ({ collection, version, changedAt }),
  list: { summary: 'Get the collections of a project' },
  warnings: listCollectionWarnings,
});

/** Collections: read, change one by one, preview. */
export function createCollectionOperations({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation[] {
  return [
    operations.list,
    operations.get,
    operations.put({
      field: collectionField,
      description:
        'Active when the reply arrives. `warnings` name what may be a mistake, such as unknown items.',
      put: ({ project }, collection, id, options) => {
        checkCollection(collection, id);
        return putResource(project.collections, collection, options, collectionTerms, (others) =>
          checkNamedItems([...others, collection]),
        );
      },
    }),
    operations.delete,
    defineOperation({
      id: 'previewCollection',
      method: 'POST',
      path: `${onePath}/preview`,
      tag,
      summary: 'Preview a collection',
      description:
        'Lists the page of the stored collection, whether or not it is active, or of a draft that is not stored, at a given time and under the stored rules.',
      access: settingsAccess,
      role: 'viewer',
      pathParameters,
      body: {
        ...previewBody,
        collection: defineParameter(
          { description: 'A draft in place of the stored one.' },
          collectionField,
          null,
        ),
      },
      status: 200,
      reply: collectionPreview,
      errors: ['invalid_filter', 'collection_not_found', 'draft_not_found'],
      handle: async (request) => {
        const call = pinView(request, request.body.draft);
        const { project, body, path } = call;
        if (body.collection !== null) checkCollection(body.collection, null);
        const collection =
          body.collection ??
          findResource(project.collections, path['collection'] ?? '', collectionTerms).value;
        const at = previewTime(body.at, clock.now());
        const inactive = await findInactiveItems(project, collection, call.restrictions);
        const drafts = { rules: null, collection, inactive };
        return createChunkedReply(200, await previewChunks(call, body, drafts, { queryEmbeddings, at }));
      },
    }),
  ];
}
