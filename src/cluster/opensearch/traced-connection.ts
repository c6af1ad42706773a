import { Connection } from '@opensearch-project/opensearch';
import { createHttpClientAttributes } from '../../lib/tracing/http-client-span.ts';
import { describeFailure, startSpan } from '../../lib/tracing/span.ts';
import { traceContextHeaders } from '../../lib/tracing/trace-context.ts';

type ConnectionClass = typeof Connection;
type Request = Parameters<Connection['request']>;

/** Operations on a whole index, by HTTP method. */
const indexActions: Readonly<Record<string, string>> = { PUT: 'create', HEAD: 'exists' };
/** Groups of operations, which their names contain. */
const groups = new Set(['cluster', 'cat', 'nodes', 'snapshot', 'tasks']);

/**
 * A connection to a node with a client span for each request, by the conventions for databases.
 * Source: https://opentelemetry.io/docs/specs/semconv/database/elasticsearch/
 * @param base the connection class to extend, such as one that signs requests
 */
export function createTracedConnection(base: ConnectionClass = Connection): ConnectionClass {
  return class extends base {
    override request(...[params, callback]: Request): ReturnType<Connection['request']> {
      const method = params.method ?? 'GET';
      const path = params.path ?? '/';
      const { operation, index } = parsePath(method, path);
      const span = startSpan(operation, {
        kind: 'client',
        attributes: {
          ...createHttpClientAttributes(method, this.url),
          'url.full': `${this.url.origin}${path}`,
          'db.system.name': 'opensearch',
          'db.operation.name': operation,
          'db.collection.name': index,
        },
      });
      if (span === null) return super.request(params, callback);
      const originalHeaders = params.headers as Record<string, string> | undefined;
      const headers = { ...originalHeaders, ...traceContextHeaders(span.context) };
      return super.request({ ...params, headers }, (error, response) => {
        const status = response?.statusCode;
        span.set({ 'db.response.status_code': status === undefined ? undefined : String(status) });
        if (error !== null) span.fail(describeFailure(error) ?? '_OTHER');
        // Conflicts (409) and missing documents (404) are no failures.
        else if ((status ?? 0) >= 500 || status === 429) span.fail(String(status));
        span.end();
        callback(error, response);
      });
    }
  };
}

/** Reads operation and index from a path: `search` and `items` from `/items/_search`. */
function parsePath(method: string, path: string): { operation: string; index: string | undefined } {
  const parts = path
    .split('?', 1)[0]!
    .split('/')
    .filter((part) => part !== '');
  const at = parts.findIndex((part) => part.startsWith('_'));
  const index = at === 0 ? undefined : parts[0];
  if (at === -1) return { operation: index === undefined ? 'info' : nameIndexOperation(method), index };
  const name = parts[at]!.slice(1);
  const action = parts[at + 1];
  const isGroup = groups.has(name) && action !== undefined;
  return { operation: isGroup ? `${name}.${action.replace(/^_/, '')}` : nameOperation(name, method), index };
}

const nameIndexOperation = (method: string): string =>
  `indices.${indexActions[method] ?? method.toLowerCase()}`;

/** Names the operation of a method on a document. */
function nameOperation(name: string, method: string): string {
  if (name !== 'doc') return name;
  return method === 'GET' || method === 'HEAD' ? 'get' : method === 'DELETE' ? 'delete' : 'index';
}
