import { collectionField } from '../../domain/collections/collection-fields.ts';
import { collectionWarnings } from '../../domain/collections/collection-warnings.ts';
import {
  checkCollection,
  checkNamedItems,
  collectionTerms,
} from '../../domain/collections/collection-check.ts';
import { putResource, removeResource, findResource } from '../../domain/resources/change-resource.ts';
import { inactiveItems } from '../../domain/collections/inactive-items.ts';
import { component, listSchema, objectSchema } from '../../domain/contract/schema.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Collection } from '../../ports/collections.ts';
import type { Versioned } from '../../ports/resources.ts';
import { itemSchema } from '../../domain/catalog/item-schema.ts';
import { authorshipOf } from '../author.ts';
import { operation, type Operation } from '../operation.ts';
import { parameter, required } from '../parameters.ts';
import { json, jsonChunks } from '../reply.ts';
import { count, reply, timestamp } from '../schemas.ts';
import { viewed } from '../viewed-call.ts';
import { ifMatch, ifMatchHeader, projectInPath, settingsAccess } from './common.ts';
import { previewBody, previewChunks, previewMembers, previewTime } from './preview.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/collections';
const onePath = `${path}/{collection}`;
const ofOne = {
  ...projectInPath,
  collection: { description: 'Collection id.', component: 'CollectionInPath' },
};
const stored = {
  collection: collectionField.schema,
  version: count('Of this state of the collection.'),
  changedAt: timestamp(),
};
const collectionReply = reply('CollectionReply', stored);
const collectionsReply = reply('CollectionsReply', {
  collections: listSchema(component('StoredCollection', objectSchema(stored)), {
    description: 'In the order of their ids.',
  }),
});
const collectionPreview = reply('CollectionPreview', {
  ...previewMembers,
  inactive: listSchema(itemSchema, {
    description:
      'Items that the collection names and that are inactive: a search lists them once they are active.',
  }),
});

/** Collections: read, change one by one, preview. */
export function collectionOperations({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation[] {
  return [
    operation({
      id: 'getCollections',
      method: 'GET',
      path,
      tag,
      summary: 'Get the collections of a project',
      access: settingsAccess,
      pathParameters: projectInPath,
      status: 200,
      reply: collectionsReply,
      handle: ({ project }) => {
        const collections = [...project.collections.current().values()];
        collections.sort((a, b) => (a.value.id < b.value.id ? -1 : 1));
        return json(200, { collections: collections.map(shown) });
      },
    }),
    operation({
      id: 'getCollection',
      method: 'GET',
      path: onePath,
      tag,
      summary: 'Get a collection',
      access: settingsAccess,
      pathParameters: ofOne,
      status: 200,
      reply: collectionReply,
      errors: ['collection_not_found'],
      handle: async ({ project, path: { collection: id = '' }, warnings }) => {
        const found = findResource(project.collections, id, collectionTerms);
        warnings.push(...(await collectionWarnings(project, found.value)));
        return oneReply(found);
      },
    }),
    operation({
      id: 'putCollection',
      method: 'PUT',
      path: onePath,
      tag,
      summary: 'Create or replace a collection',
      description:
        'Active when the reply arrives. `warnings` name what may be a mistake, such as unknown items.',
      access: settingsAccess,
      pathParameters: ofOne,
      headers: [ifMatchHeader],
      body: { collection: required({ description: 'The whole collection.' }, collectionField) },
      status: 200,
      reply: collectionReply,
      errors: ['collection_changed'],
      handle: async ({ project, path: { collection: id = '' }, body, request, key, warnings }) => {
        const { collection } = body;
        checkCollection(collection, id);
        const ifVersion = ifMatch(request.headers['if-match'], versionOf);
        const options = { ifVersion, by: authorshipOf(key) };
        const put = await putResource(project.collections, collection, options, collectionTerms, (others) =>
          checkNamedItems([...others, collection]),
        );
        warnings.push(...(await collectionWarnings(project, put.value)));
        return oneReply(put);
      },
    }),
    operation({
      id: 'deleteCollection',
      method: 'DELETE',
      path: onePath,
      tag,
      summary: 'Delete a collection',
      access: settingsAccess,
      pathParameters: ofOne,
      headers: [ifMatchHeader],
      status: 200,
      reply: collectionReply,
      errors: ['collection_not_found', 'collection_changed'],
      handle: async ({ project, path: { collection: id = '' }, request, key }) => {
        const ifVersion = ifMatch(request.headers['if-match'], versionOf);
        const options = { ifVersion, by: authorshipOf(key) };
        return json(200, shown(await removeResource(project.collections, id, options, collectionTerms)));
      },
    }),
    operation({
      id: 'previewCollection',
      method: 'POST',
      path: `${onePath}/preview`,
      tag,
      summary: 'Preview a collection',
      description:
        'Lists the page of the stored collection, whether or not it is active, or of a draft that is not stored, at a given time and under the stored rules.',
      access: settingsAccess,
      role: 'viewer',
      pathParameters: ofOne,
      body: {
        ...previewBody,
        collection: parameter({ description: 'A draft in place of the stored one.' }, collectionField, null),
      },
      status: 200,
      reply: collectionPreview,
      errors: ['invalid_filter', 'collection_not_found', 'draft_not_found'],
      handle: async (sent) => {
        const call = viewed(sent, sent.body.draft);
        const { project, body, path: parameters } = call;
        if (body.collection !== null) checkCollection(body.collection, null);
        const collection =
          body.collection ??
          findResource(project.collections, parameters['collection'] ?? '', collectionTerms).value;
        const at = previewTime(body.at, clock.now());
        const inactive = await inactiveItems(project, collection, call.restrictions);
        const drafts = { rules: null, collection, inactive };
        return jsonChunks(200, await previewChunks(call, body, drafts, { queryEmbeddings, at }));
      },
    }),
  ];
}

const versionOf = 'the `version` of the collection';

function shown({ value, version, changedAt }: Versioned<Collection>) {
  return { collection: value, version, changedAt };
}

function oneReply(found: Versioned<Collection>) {
  return json(200, shown(found), { etag: `"${found.version}"` });
}
