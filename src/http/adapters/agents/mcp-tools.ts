import type { Field } from '../../../domain/contract/fields.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import {
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../../../domain/contract/schema.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { Scope } from '../../../ports/access/projects.ts';
import type { Call } from '../../operation.ts';
import { createPhotoRunner, type PhotoParts } from '../../routes/photo-run.ts';
import { searchRunner } from '../../routes/search-run.ts';
import { createWhyNotRunner } from '../../routes/why-not-run.ts';
import { explainProduct, findPhotoProducts, recommendProducts } from './agent-lists.ts';
import { getProduct, lookupCatalog } from './catalog-lookup.ts';
import {
  readCatalogRequest,
  lookupFields,
  photoFields,
  productFields,
  recommendFields,
  searchFields,
  whyNotFields,
} from './catalog-requests.ts';
import { searchCatalog } from './catalog-search.ts';
import { photoArgument, type McpBody } from './mcp-body.ts';
import type { McpTool } from './mcp-server.ts';
import type { CatalogParts } from './ucp-operations.ts';
import { checkProfile } from './ucp-protocol.ts';
import { productSchema, productsSchema } from './ucp-schemas.ts';

/** Tools only read, and return contents of the shop, which agents must not trust. */
const annotations = { readOnlyHint: true, openWorldHint: false };
const meta = makeSchemaOptional({
  type: 'object',
  description: 'As UCP says: `{"ucp-agent": {"profile": "https://agent.example/ucp.json"}}`.',
});
const photoSchema = {
  type: 'string',
  contentEncoding: 'base64',
  description: `The photo as base64: JPEG, PNG, WebP, AVIF, GIF or TIFF of at most ${limits.imageBytesMax / 2 ** 20} MB.`,
};
const whyNotSchema = defineObjectSchema({
  id: { type: 'string' },
  listed: { type: 'boolean' },
  position: addNullToSchema({ type: 'integer', description: 'From 1.' }),
  total: { type: 'integer' },
  reasons: defineListSchema(defineObjectSchema({ code: { type: 'string' }, text: { type: 'string' } })),
  words: defineListSchema(defineObjectSchema({ word: { type: 'string' }, found: { type: 'boolean' } })),
});

/** UCP's tools, whose request is the argument `catalog`, and those of this service. */
export function createAgentTools(parts: CatalogParts & PhotoParts): readonly McpTool[] {
  const runSearch = searchRunner(parts);
  const runPhoto = createPhotoRunner(parts);
  const runWhyNot = createWhyNotRunner(parts);
  return [
    createUcpTool(
      {
        name: 'search_catalog',
        title: 'Search the catalog',
        fields: searchFields,
        outputSchema: productsSchema,
      },
      'Searches products of the shop by words, filters or both. Prices are in minor units: 1999 is 19.99.',
      (call, request) => searchCatalog(call, request, { ...parts, runSearch }),
    ),
    createUcpTool(
      {
        name: 'lookup_catalog',
        title: 'Look up products',
        fields: lookupFields,
        outputSchema: productsSchema,
      },
      `Products by up to ${limits.agentIdsMax} ids of products or variants, or SKUs.`,
      (call, request) => lookupCatalog(call, request, parts),
    ),
    createUcpTool(
      { name: 'get_product', title: 'Get a product', fields: productFields, outputSchema: productSchema },
      'One product with its whole description, further fields, and variants narrowed to selected options.',
      (call, request) => getProduct(call, request, parts),
    ),
    defineTool(
      {
        name: 'recommend',
        title: 'Recommend products',
        fields: recommendFields,
        outputSchema: productsSchema,
      },
      'Products similar to others, bought together with them, trending, popular, or by what the shopper viewed, each with its reason.',
      (call, request) => recommendProducts(call, request, parts),
      { scope: 'recommend' },
    ),
    defineTool(
      {
        name: 'search_by_photo',
        title: 'Search by photo',
        fields: photoFields,
        outputSchema: productsSchema,
      },
      'Products that look like a photo, optionally among those that match words and filters.',
      async (call, request, photo) => findPhotoProducts(call, request, photo(), { ...parts, runPhoto }),
      { more: { [photoArgument]: photoSchema } },
    ),
    defineTool(
      {
        name: 'why_not',
        title: 'Explain a missing product',
        fields: whyNotFields,
        outputSchema: whyNotSchema,
      },
      'Why a search does not list a product: missing words or filters. For a listed product, its position.',
      (call, request) => explainProduct(call, request, { ...parts, runWhyNot }),
    ),
  ];
}

interface ToolShape<T> {
  readonly name: string;
  readonly title: string;
  readonly fields: Field<T>;
  readonly outputSchema: Schema;
}

function createUcpTool<T>(
  { name, title, fields, outputSchema }: ToolShape<T>,
  description: string,
  answer: (call: Call, request: T) => Promise<object>,
): McpTool {
  const inputSchema = defineObjectSchema({ meta, catalog: fields.schema });
  return {
    scope: 'search',
    description: { name, title, description, inputSchema, outputSchema, annotations },
    run: (call, args) => {
      checkMeta(args);
      return answer(call, readCatalogRequest(fields, args['catalog']));
    },
  };
}

function defineTool<T>(
  { name, title, fields, outputSchema }: ToolShape<T>,
  description: string,
  answer: (call: Call, request: T, photo: McpBody['photo']) => Promise<object>,
  {
    scope = 'search',
    more = {},
  }: { readonly scope?: Scope; readonly more?: Readonly<Record<string, Schema>> } = {},
): McpTool {
  const { properties, required = [], ...rest } = fields.schema;
  const inputSchema = {
    ...rest,
    properties: { ...(properties as object), ...more },
    required: [...(required as string[]), ...Object.keys(more)],
  };
  return {
    scope,
    description: { name, title, description, inputSchema, outputSchema, annotations },
    run: (call, args, photo) => answer(call, readCatalogRequest(fields, args), photo),
  };
}

/** Checks the profile of an agent. Other clients than UCP's agents send none. @throws VitrineError with UCP's code `invalid_profile_url` */
function checkMeta({ meta: sent }: JsonObject): void {
  const agent = isObject(sent) ? sent['ucp-agent'] : undefined;
  if (agent !== undefined) checkProfile(isObject(agent) ? agent['profile'] : null);
}
