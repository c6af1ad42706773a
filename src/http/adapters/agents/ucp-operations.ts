import type { Field } from '../../../domain/contract/fields.ts';
import type { QueryEmbeddings } from '../../../domain/search/execution/query-embeddings.ts';
import type { SearchRecorder } from '../../../domain/feedback/search-tracker.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { IdSource } from '../../../lib/random-id.ts';
import type { Engine, ProjectView } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { defineOperation, type Call, type Operation } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import { searchRunner } from '../../routes/search-run.ts';
import { readRequestBody } from '../request-body.ts';
import { checkServed } from './agent-caller.ts';
import type { AgentParts } from './agent-shop.ts';
import { getProduct, lookupCatalog } from './catalog-lookup.ts';
import { readCatalogRequest, lookupFields, productFields, searchFields } from './catalog-requests.ts';
import { searchCatalog } from './catalog-search.ts';
import { findProjectByHost, buildServiceUrl } from './service-addresses.ts';
import { checkAgentHeader, createUcpProtocol } from './ucp-protocol.ts';
import { ucpCapabilities, ucpVersion } from './ucp-envelope.ts';

const published = `https://ucp.dev/${ucpVersion}`;

/** The profile of a shop: `source/discovery/profile_schema.json`. There are no payments, so no payment handlers. */
function createBusinessProfile(project: string, serviceUrl: string): object {
  const describeService = (transport: 'rest' | 'mcp', path: string, schema: string): object => ({
    version: ucpVersion,
    spec: `${published}/specification/overview`,
    transport,
    endpoint: `${serviceUrl}/${path}/${encodeURIComponent(project)}`,
    schema: `${published}/services/shopping/${schema}`,
  });
  const describeCapability = (name: 'search' | 'lookup'): object[] => [
    {
      version: ucpVersion,
      spec: `${published}/specification/catalog/${name}`,
      schema: `${published}/schemas/shopping/catalog_${name}.json`,
    },
  ];
  return {
    ucp: {
      version: ucpVersion,
      services: {
        'dev.ucp.shopping': [
          describeService('rest', 'ucp', 'rest.openapi.json'),
          describeService('mcp', 'mcp', 'mcp.openrpc.json'),
        ],
      },
      capabilities: {
        [ucpCapabilities.search]: describeCapability('search'),
        [ucpCapabilities.lookup]: describeCapability('lookup'),
      },
      payment_handlers: {},
    },
  };
}

export interface CatalogParts extends AgentParts {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly queryEmbeddings: QueryEmbeddings;
  readonly searchTracker: SearchRecorder<ProjectView>;
}

/** Seconds for which agents may keep a profile: the protocol demands 60 at least. */
const profileSeconds = 300;

/** The catalog of the Universal Commerce Protocol, and the profile by which agents find it. */
export function createUcpOperations(
  parts: CatalogParts & { readonly engine: Pick<Engine, 'project' | 'hold'> },
): Operation[] {
  const { addresses, engine } = parts;
  const protocol = createUcpProtocol(addresses);
  const runSearch = searchRunner(parts);
  const define = <T>(
    id: string,
    path: 'search' | 'lookup' | 'product',
    summary: string,
    fields: Field<T>,
    answer: (call: Call, request: T) => Promise<object>,
  ): Operation =>
    defineOperation({
      id,
      method: 'POST',
      path: `/ucp/{project}/catalog/${path}`,
      tag: 'Search',
      summary,
      protocol,
      access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
      rawBody: { 'application/json': { type: 'object' } },
      handlerReadsQuery: true,
      status: 200,
      reply: null,
      handle: async (call) => {
        checkServed(call.project.settings.effective().agents);
        call.spendRates({});
        checkAgentHeader(call.request);
        const value = await readRequestBody(call);
        return createJsonReply(200, await answer(call, readCatalogRequest(fields, value)));
      },
    });
  return [
    define('ucpSearch', 'search', 'Search of a shopper’s agent', searchFields, (call, request) =>
      searchCatalog(call, request, { ...parts, runSearch }),
    ),
    define('ucpLookup', 'lookup', 'Products by ids, for a shopper’s agent', lookupFields, (call, request) =>
      lookupCatalog(call, request, parts),
    ),
    define(
      'ucpProduct',
      'product',
      'A product with its options, for a shopper’s agent',
      productFields,
      (call, request) => getProduct(call, request, parts),
    ),
    defineOperation({
      id: 'ucpProfile',
      method: 'GET',
      path: '/.well-known/ucp',
      tag: 'Search',
      summary: 'The profile of the shop of this host, for shoppers’ agents',
      protocol,
      access: { kind: 'public' },
      status: 200,
      reply: null,
      handle: async ({ request }) => {
        const id = findProjectByHost(request, addresses);
        if (id === null) throw new VitrineError('not_found', 'There is no shop for agents here');
        const project = await engine.project(id);
        using _ = engine.hold(project);
        checkServed(project.settings.effective().agents);
        return createJsonReply(200, createBusinessProfile(id, buildServiceUrl(request, addresses)), {
          'cache-control': `public, max-age=${profileSeconds}`,
        });
      },
    }),
  ];
}
