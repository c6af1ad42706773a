import { currentTraceHeaders, inSpan } from './span.ts';

/**
 * Runs a request to another service in a span of its own, by the conventions for HTTP clients. Path and query are left out: addresses of
 * webhooks and feeds hold secrets. Source: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span
 * @param send gets the headers that carry the trace, and returns the reply with its status
 */
export function httpClientSpan<T>(
  method: string,
  url: Pick<URL, 'protocol' | 'hostname' | 'port' | 'origin'>,
  send: (headers: Record<string, string>) => Promise<T>,
  statusOf: (reply: T) => number,
): Promise<T> {
  return inSpan(
    method,
    async (span) => {
      const reply = await send(currentTraceHeaders());
      const status = statusOf(reply);
      span?.set({ 'http.response.status_code': status });
      if (status >= 400) span?.fail(String(status));
      return reply;
    },
    {
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'server.address': url.hostname,
        'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
        'url.full': `${url.origin}/REDACTED`,
      },
    },
  );
}
