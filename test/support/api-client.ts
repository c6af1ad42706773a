import { Pool } from 'undici';

/** Sends a request and returns the text of the reply. @throws Error for an error status */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: string,
  type?: string,
) => Promise<string>;

/** A client with a key and a number of connections, until it is disposed. */
export function apiClient(url: string, key: string, connections: number): Ask & AsyncDisposable {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const ask: Ask = async (method, path, body, type = 'application/json') => {
    const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) };
    const answer = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    return text;
  };
  return Object.assign(ask, { [Symbol.asyncDispose]: async () => pool.close() });
}
