import { ucpCapabilities, ucpVersion } from './ucp-envelope.ts';

const published = `https://ucp.dev/${ucpVersion}`;

/** The profile of a shop: `source/discovery/profile_schema.json`. There are no payments, so no payment handlers. */
export function businessProfile(project: string, serviceUrl: string): object {
  const service = (transport: 'rest' | 'mcp', path: string, schema: string): object => ({
    version: ucpVersion,
    spec: `${published}/specification/overview`,
    transport,
    endpoint: `${serviceUrl}/${path}/${encodeURIComponent(project)}`,
    schema: `${published}/services/shopping/${schema}`,
  });
  const capability = (name: 'search' | 'lookup'): object[] => [
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
          service('rest', 'ucp', 'rest.openapi.json'),
          service('mcp', 'mcp', 'mcp.openrpc.json'),
        ],
      },
      capabilities: {
        [ucpCapabilities.search]: capability('search'),
        [ucpCapabilities.lookup]: capability('lookup'),
      },
      payment_handlers: {},
    },
  };
}
