import { getCurrentTraceHeaders, inSpan, type SpanAttributes } from './span.ts';

/**
 * Attributes of a request to another service, by the conventions for HTTP clients. Path and query are left out: addresses of webhooks and
 * feeds hold secrets. Source: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span
 */
export function createHttpClientAttributes(
  method: string,
  url: Pick<URL, 'protocol' | 'hostname' | 'port' | 'origin'>,
): SpanAttributes {
  return {
    'http.request.method': method,
    // Without the brackets of an IPv6 address.
    'server.address': url.hostname.replaceAll(/[[\]]/g, ''),
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    'url.full': `${url.origin}/REDACTED`,
  };
}

/**
 * Runs a request to another service in a span of its own.
 * @param send gets the headers that carry the trace, and returns the reply with its status
 */
export function runInHttpClientSpan<T>(
  method: string,
  url: Parameters<typeof createHttpClientAttributes>[1],
  send: (headers: Record<string, string>) => Promise<T>,
  readStatus: (reply: T) => number,
): Promise<T> {
  return inSpan(
    method,
    async (span) => {
      const reply = await send(getCurrentTraceHeaders());
      const status = readStatus(reply);
      span?.set({ 'http.response.status_code': status });
      if (status >= 400) span?.fail(String(status));
      return reply;
    },
    { kind: 'client', attributes: createHttpClientAttributes(method, url) },
  );
}
