import { Pool } from 'undici';

/** Sends requests to a service and gives the text of an answer. @throws Error for a status that is no success */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: string,
  type?: string,
) => Promise<string>;

/** Asks a service as whoever has the key, by as many connections, until it is disposed of. */
export function asker(url: string, key: string, connections: number): Ask & AsyncDisposable {
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
