import { connect } from 'node:net';
import type { Answer } from './service.ts';

/** The body of an error reply. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors: readonly { readonly path: string; readonly code: string; readonly detail: string }[];
  readonly [member: string]: unknown;
}

export type Sent = Record<string, unknown>;

/** The documented members of an item. */
export interface Item {
  readonly _id: string;
  readonly _version: number;
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly [field: string]: unknown;
}

export interface Listing {
  readonly items: readonly Item[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Found {
  readonly searchId: string;
  readonly items: readonly (Item & { readonly _score: number })[];
  readonly total: number;
  readonly facets: Readonly<
    Record<string, { values: { value: string; count: number }[]; distinct: number; stats?: Sent }>
  >;
  readonly [member: string]: unknown;
}

export interface Recommended {
  readonly recommendationId: string;
  readonly items: readonly (Item & {
    readonly _score: number;
    readonly _reason: { code: string; text: string; because: string[] };
  })[];
  readonly fallback: string | null;
}

export const ids = (list: { readonly items: readonly { readonly id: string }[] }): string[] =>
  list.items.map(({ id }) => id);

export interface Warned {
  readonly warnings?: readonly { readonly code: string; readonly path: string; readonly detail: string }[];
}

/** `status code path` of an error reply, for comparisons. */
export function refusal(answer: Pick<Answer<unknown>, 'status' | 'body'>): string {
  const { code, errors } = answer.body as Problem;
  return [answer.status, code, ...errors.slice(0, 1).map(({ path }) => path)].join(' ');
}

/** Writes raw bytes to the port and reads until the connection closes or is silent. */
export function speak(
  url: string,
  data: string | Uint8Array,
  options: { half?: boolean; silentMs?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(done, options.silentMs ?? 1_500);
    socket.on('connect', () => {
      if (options.half === true) socket.end(data);
      else socket.write(data);
    });
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      // A kept-alive connection stays open after the reply.
      if (/^HTTP\/1\.1 \d+[^]*\r\n\r\n[^]*\}$/.test(heard)) done();
    });
    socket.on('end', done);
    socket.on('error', done);
  });
}
