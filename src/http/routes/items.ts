import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemAddress, StoredItem } from '../../ports/catalog/catalog.ts';
import {
  itemChangesSchema,
  itemInputSchema,
  itemSchema,
  itemUpdateSchema,
} from '../../domain/catalog/item-schema.ts';
import { defineListSchema } from '../../domain/contract/schema.ts';
import type { JsonRecord, JsonRecords } from '../../domain/contract/json-document.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
import { isPrivate } from '../../domain/access/restrictions.ts';
import { createItemProjection } from '../../domain/catalog/item-projection.ts';
import { addItems, changeItems, readItems, type ListOutcome } from '../../domain/catalog/item-lists.ts';
import { addItem, changeItem, readItem, removeItem } from '../../domain/catalog/items.ts';
import {
  itemNameKinds,
  quoteName,
  requireNamedItem,
  type ItemNameKind,
} from '../../domain/catalog/named-items.ts';
import { hasOperation } from '../../domain/catalog/value-operations.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { defineOperation, type Call, type Operation, type SentRequest } from '../operation.ts';
import {
  defineJsonParameter,
  defineChoiceParameter,
  defineIntegerParameter,
  defineOptionalFlagParameter,
  defineTextParameter,
  type Values,
} from '../requests/parameters.ts';
import {
  buildItemChunks,
  createJsonReply,
  createChunkedReply,
  listChunks,
  type Reply,
} from '../replies/reply.ts';
import { pictureState } from '../schemas/administration-schema.ts';
import { describeCount, itemError, describeReply, describeString } from '../schemas/schemas.ts';
import { fields, readIfMatch, ifMatchHeader, optionalProject, projectInBody } from './common.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

const tag = 'Items';
const itemReply = describeReply('ItemReply', { item: itemSchema });
const itemsReply = describeReply('ItemsReply', {
  items: defineListSchema(itemSchema, { description: 'The added items.' }),
  errors: defineListSchema(itemError, { description: 'Items that were not added.' }),
});
const itemUpdatesReply = describeReply('ItemUpdatesReply', {
  items: defineListSchema(itemSchema, { description: 'The changed items, in the order of the request.' }),
  errors: defineListSchema(itemError, { description: 'Changes that were not made.' }),
});
const itemPage = describeReply(
  'ItemPage',
  {
    items: defineListSchema(itemSchema),
    total: describeCount('Exact number of matching items.'),
    limit: describeCount(),
    offset: describeCount(),
  },
  'A page of items, oldest first.',
);
const itemDetails = describeReply('ItemDetails', {
  item: itemSchema,
  pictures: defineListSchema(pictureState),
});
const deletedItem = describeReply('DeletedItem', {
  deleted: describeString('The item’s `_id`.'),
  id: describeString('The item’s `id`.'),
});
const inBody = { in: 'body', name: 'project' } as const;
const inQuery = { in: 'query', name: 'project' } as const;
const by = defineChoiceParameter({
  description:
    'What the path contains: the `_id`, the shop’s `id`, or the `sku`, `groupId` or address (`url`) of one item. If several items have it, the reply is 409.',
  values: ['_id', ...itemNameKinds] as const,
  fallback: '_id',
});
const itemRecords = { member: 'data', countMax: limits.itemsPerWriteMax };
/** Errors of a list in which all items have the same one. */
const listErrors = ['item_exists', 'item_not_found', 'item_changed'] as const;
const itemId = {
  _id: {
    description: 'The item’s `_id`; with `by`, another of its names, percent-encoded.',
    component: 'ItemId',
  },
};

const idWithoutPath = defineTextParameter({
  description: 'The item’s `_id`, if the path has none; with `by`, another of its names.',
  lengthMax: limits.itemReferenceLengthMax,
});
const changeQuery = { by, _id: idWithoutPath, project: optionalProject };
const changeBody = {
  project: optionalProject,
  _id: idWithoutPath,
  fields,
  data: defineJsonParameter({
    description:
      'The fields to change: an object, or a string with its JSON. A name can be a path (`specs.weight`), a value an operation. Null removes an optional field.',
    schema: {
      oneOf: [itemChangesSchema, { type: 'string', minLength: 2, contentMediaType: 'application/json' }],
    },
  }),
};
type ChangeCall = Call<ProjectEngine, Values<typeof changeQuery>, Values<typeof changeBody>>;

export function createItemOperations(): Operation[] {
  const change = async (call: ChangeCall): Promise<Reply<never>> => {
    const itemId = call.path['_id'] ?? call.query._id ?? call.body._id;
    if (itemId === null || itemId === undefined)
      throw createParameterError('_id', 'required', 'in the path: PUT /api/items/{_id}');
    if (call.records?.isList === true)
      throw createParameterError('data', 'type', 'one item’s fields, not a list');
    const isSent = call.body.data !== undefined && call.body.data !== null;
    const input = isSent && call.records !== null ? readItem(call.records) : null;
    const rules = { ...call.project.settings.effective().items, hidden: call.restrictions.privateFields };
    const ifVersion = readIfMatch(call.request.headers['if-match'], 'the `_version` of the item');
    const item = await writeNamedItem(
      call,
      { by: call.query.by, name: itemId },
      ifVersion,
      (address, version) => changeItem(call.project.catalog, address, input, rules, version),
    );
    call.reply.header('etag', `"${item.version}"`);
    return createChunkedReply(200, [
      '{"item":',
      ...buildItemChunks(
        item,
        createItemProjection({ ...call.body, exclude: call.restrictions.privateFields }),
      ),
      '}',
    ]);
  };
  /** Both ways to address the item. */
  const changing = {
    // With `if-match`, the first change would make the second one fail.
    isRepeatable: ({ headers, records }: SentRequest) =>
      headers['if-match'] === undefined && isUnconditional(records),
    method: 'PUT' as const,
    tag,
    access: { kind: 'key', scope: 'items:write', project: inBody } as const,
    headers: [ifMatchHeader],
    bodyBytesMax: limits.itemsBodyBytesMax,
    records: itemRecords,
    status: 200,
    reply: itemReply,
    errors: ['invalid_item', 'item_not_found', 'item_ambiguous', 'item_changed', 'body_too_large'] as const,
    handle: change,
    request: 'ChangeItemRequest',
    query: changeQuery,
    body: changeBody,
  };
  return [
    defineOperation({
      id: 'addItems',
      method: 'POST',
      path: '/api/items',
      tag,
      summary: 'Add items to the catalog',
      description:
        'One item, or up to 1,000. When the reply arrives, they are durable, and the next search finds them.',
      access: { kind: 'key', scope: 'items:write', project: inBody },
      body: {
        project: projectInBody,
        fields,
        data: defineJsonParameter({
          description: 'An item, a list of up to 1,000, or a string with the JSON of either.',
          required: true,
          schema: {
            oneOf: [
              itemInputSchema,
              { type: 'array', minItems: 1, maxItems: limits.itemsPerWriteMax, items: itemInputSchema },
              { type: 'string', minLength: 2, contentMediaType: 'application/json' },
            ],
          },
        }),
      },
      bodyBytesMax: limits.itemsBodyBytesMax,
      records: itemRecords,
      status: 201,
      reply: { oneOf: [itemReply, itemsReply] },
      errors: ['invalid_item', 'item_exists', 'body_too_large'],
      handle: async (call) => {
        const { records } = call;
        if (records === null) throw createParameterError('data', 'required', 'an item or a list of items');
        const projection = createItemProjection({ ...call.body, exclude: call.restrictions.privateFields });
        if (!records.isList) {
          const item = await addItem(call.project.catalog, readItem(records));
          return createChunkedReply(201, ['{"item":', ...buildItemChunks(item, projection), '}']);
        }
        const outcome = await addItems(call.project.catalog, readItems(records), call.slices);
        return listReply(201, outcome, 'added', projection);
      },
    }),
    defineOperation({
      id: 'listItems',
      method: 'GET',
      path: '/api/items',
      tag,
      summary: 'List the items of a project',
      description: 'Oldest first, including inactive items.',
      access: { kind: 'key', scope: 'items:read', project: inQuery },
      query: {
        limit: defineIntegerParameter({
          description: 'Maximum number of items.',
          min: 1,
          max: limits.listLimitMax,
          fallback: limits.listLimitDefault,
        }),
        offset: defineIntegerParameter({
          description: 'Number of items to skip.',
          min: 0,
          max: Number.MAX_SAFE_INTEGER,
          fallback: 0,
        }),
        project: optionalProject,
        id: defineTextParameter({
          description: 'Only the item with this id.',
          lengthMax: limits.itemIdLengthMax,
        }),
        sku: defineTextParameter({
          description: 'Only items with this sku.',
          lengthMax: limits.itemIdLengthMax,
        }),
        active: defineOptionalFlagParameter({ description: 'Only active or only inactive items.' }),
        fields,
      },
      status: 200,
      reply: itemPage,
      handle: async ({ query, project, restrictions }) => {
        const isUnseen = query.sku !== null && isPrivate(restrictions, 'sku');
        const { items, total } = isUnseen
          ? { items: [], total: 0 }
          : await project.catalog.list({
              limit: query.limit,
              offset: query.offset,
              ...(query.id === null ? {} : { id: query.id }),
              ...(query.sku === null ? {} : { sku: query.sku }),
              ...(query.active === null ? {} : { active: query.active }),
            });
        const projection = createItemProjection({ ...query, exclude: restrictions.privateFields });
        const rest = `,"total":${total},"limit":${query.limit},"offset":${query.offset}`;
        const itemsJson = listChunks(items, (item) => buildItemChunks(item, projection));
        return createChunkedReply(200, ['{"items":', ...itemsJson, rest, '}']);
      },
    }),
    defineOperation({
      id: 'changeItem',
      path: '/api/items/{_id}',
      summary: 'Change an item',
      description:
        'Changes the fields in `data`. With `if-match: "<_version>"`, only if the item has this version.',
      pathParameters: itemId,
      ...changing,
    }),
    defineOperation({
      id: 'changeItemNamedInside',
      path: '/api/items',
      summary: 'Change an item by the id in query or body',
      ...changing,
    }),
    defineOperation({
      id: 'changeItems',
      method: 'POST',
      path: '/api/items/update',
      tag,
      summary: 'Change many items',
      description:
        'Changes the given fields of up to 1,000 items, in order. A name can be a path (`specs.weight`), a value an operation, such as `{"_operation": "Increment", "value": 1}`. An item with an error does not affect the others. When the reply arrives, the changes are durable, and the next search finds them.',
      access: { kind: 'key', scope: 'items:write', project: inBody },
      isRepeatable: ({ records }) => isUnconditional(records),
      body: {
        project: optionalProject,
        fields,
        data: defineJsonParameter({
          description: 'A list of up to 1,000 objects with the fields to change, or a string with its JSON.',
          required: true,
          schema: {
            oneOf: [
              { type: 'array', minItems: 1, maxItems: limits.itemsPerWriteMax, items: itemUpdateSchema },
              { type: 'string', minLength: 2, contentMediaType: 'application/json' },
            ],
          },
        }),
      },
      bodyBytesMax: limits.itemsBodyBytesMax,
      records: itemRecords,
      status: 200,
      reply: itemUpdatesReply,
      errors: ['invalid_item', 'item_not_found', 'item_changed', 'body_too_large'],
      handle: async (call) => {
        const { records, project, restrictions } = call;
        if (records?.isList !== true)
          throw createParameterError('data', 'type', 'a list of changes of items');
        const settings = { ...project.settings.effective().items, hidden: restrictions.privateFields };
        const outcome = await changeItems(project.catalog, readItems(records), settings, call.slices);
        const projection = createItemProjection({ ...call.body, exclude: call.restrictions.privateFields });
        return listReply(200, outcome, 'changed', projection);
      },
    }),
    defineOperation({
      id: 'getItem',
      method: 'GET',
      path: '/api/items/{_id}',
      tag,
      summary: 'Get an item with the state of its pictures',
      access: { kind: 'key', scope: 'items:read', project: inQuery },
      pathParameters: itemId,
      query: { by, project: optionalProject, fields },
      status: 200,
      reply: itemDetails,
      errors: ['item_not_found', 'item_ambiguous'],
      handle: async (call) => {
        const item = await readNamedItem(call, { by: call.query.by, name: call.path['_id'] ?? '' });
        const isHidden = isPrivate(call.restrictions, 'imgs');
        const pictures = isHidden ? [] : await call.project.pictures.readStates(item.id);
        call.reply.header('etag', `"${item.version}"`);
        return createChunkedReply(200, [
          '{"item":',
          ...buildItemChunks(
            item,
            createItemProjection({ ...call.query, exclude: call.restrictions.privateFields }),
          ),
          `,"pictures":${JSON.stringify(pictures)}`,
          '}',
        ]);
      },
    }),
    defineOperation({
      id: 'deleteItem',
      method: 'DELETE',
      path: '/api/items/{_id}',
      tag,
      summary: 'Delete an item',
      access: { kind: 'key', scope: 'items:write', project: inQuery },
      pathParameters: itemId,
      query: { by, project: optionalProject },
      status: 200,
      reply: deletedItem,
      errors: ['item_not_found', 'item_ambiguous'],
      handle: async (call) => {
        const named = { by: call.query.by, name: call.path['_id'] ?? '' };
        const item = await writeNamedItem(call, named, null, (address, version) =>
          removeItem(call.project.catalog, address, version),
        );
        return createJsonReply(200, { deleted: item._id, id: item.id });
      },
    }),
  ];
}

/** @throws VitrineError the error of the first item, with all errors, if none was stored */
function listReply(
  status: number,
  { items, refusals }: ListOutcome,
  verb: 'added' | 'changed',
  projection: JsonProjection,
): Reply<never> {
  const [first] = refusals;
  if (items.length === 0 && first !== undefined) {
    const code = listErrors.find((one) => refusals.every((refusal) => refusal.code === one));
    const detail = `None of the ${refusals.length} items was ${verb}: ${first.detail}`;
    throw new VitrineError(code ?? 'invalid_item', detail, { members: { items: [], errors: refusals } });
  }
  return createChunkedReply(status, [
    '{"items":',
    ...listChunks(items, (item) => buildItemChunks(item, projection)),
    `,"errors":${JSON.stringify(refusals)}`,
    '}',
  ]);
}

/**
 * Whether no change requires a version, which it would no longer find if it was sent again, or has an operation, which would be
 * applied again.
 */
function isUnconditional(records: JsonRecords | null): boolean {
  const isPlain = ({ value }: JsonRecord): boolean =>
    isObject(value) && value['_version'] === undefined && !hasOperation(value);
  return records === null || (records.count === records.records.length && records.records.every(isPlain));
}

type NamedCall = Pick<Call, 'project' | 'restrictions'>;
interface NamedInPath {
  readonly by: '_id' | ItemNameKind;
  readonly name: string;
}

async function readNamedItem({ project, restrictions }: NamedCall, named: NamedInPath): Promise<StoredItem> {
  const { by, name } = named;
  if (by !== 'id' && by !== '_id') return requireNamedItem(project, restrictions, { by, name });
  const item = await project.catalog.get(by === 'id' ? { id: name } : { _id: name });
  if (item === null) throw new VitrineError('item_not_found', `There is no item ${quoteName(name)}`);
  return item;
}

/** Attempts to write an item by a name while other writes change it. */
const attemptsMax = 20;

/**
 * Writes the item that has a name when it is written: between the lookup and the write, another one may get the name. Only a version that
 * the caller expects makes the write fail. @throws VitrineError item_not_found, item_ambiguous, item_changed, and as `write`
 */
async function writeNamedItem(
  call: NamedCall,
  named: NamedInPath,
  ifVersion: number | null,
  write: (address: ItemAddress, ifVersion: number | null) => Promise<StoredItem>,
): Promise<StoredItem> {
  const { by, name } = named;
  if (by === 'id') return write({ id: name }, ifVersion);
  if (by === '_id') return write({ _id: name }, ifVersion);
  for (let attempt = 1; ; attempt++) {
    const { _id, version } = await readNamedItem(call, named);
    try {
      return await write({ _id }, ifVersion ?? version);
    } catch (error) {
      const isOutdated =
        error instanceof VitrineError && ['item_changed', 'item_not_found'].includes(error.code);
      if (!isOutdated || ifVersion !== null || attempt === attemptsMax) throw error;
    }
  }
}
