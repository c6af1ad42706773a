import type { Agent, Response } from 'undici';

/** A failed command: exit status 1. */
export class CommandError extends Error {
  /** The single errors of a refused request. */
  readonly errors: readonly { readonly path?: string; readonly detail?: string }[];

  /** The task of a refused import. */
  readonly task: unknown;

  constructor(message: string, errors: CommandError['errors'] = [], task: unknown = null) {
    super(message);
    this.errors = errors;
    this.task = task;
  }
}

export type JsonAnswer = Record<string, unknown>;

/** URL and credentials of a service. */
export interface ApiAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A running service, or the folder of a stopped one served during a command. */
export interface ApiClient extends ApiAddress, AsyncDisposable {}

let patientAgent: Agent | null = null;

/** Sends and receives JSON. @throws CommandError with the error of the service */
export async function callOperation(
  client: ApiAddress,
  method: string,
  path: string,
  body?: unknown,
): Promise<JsonAnswer> {
  const response = await send(client, method, path, body === undefined ? null : JSON.stringify(body), {
    'content-type': 'application/json',
  });
  return (await response.json()) as JsonAnswer;
}

/** @throws CommandError if the service is unreachable, or with its error */
export async function send(
  client: ApiAddress,
  method: string,
  path: string,
  body: string | AsyncIterable<Uint8Array> | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  let response: Response;
  // Loaded by the first request: a service sends none, except to load the demo shop.
  const { Agent, fetch } = await import('undici');
  // Imports and backups reply when they are done: no timeout.
  patientAgent ??= new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  try {
    response = await fetch(`${client.url}${path}`, {
      method,
      body,
      headers: { ...client.headers, ...(body === null ? {} : headers) },
      // A stream is sent while it is read.
      ...(typeof body === 'string' || body === null ? {} : { duplex: 'half' }),
      dispatcher: patientAgent,
    });
  } catch (error) {
    // The body could not be read.
    if (error instanceof Error && error.cause instanceof CommandError) throw error.cause;
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(`Cannot reach ${client.url}: ${cause}`);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as {
    detail?: string;
    code?: string;
    errors?: { path?: string; detail?: string }[];
    task?: unknown;
  };
  const others = (problem.errors ?? []).filter(({ detail }) => detail !== problem.detail);
  const details = others.map((error) => `\n  ${error.detail ?? ''}`).join('');
  throw new CommandError(
    `${problem.detail ?? `The service answered ${response.status}`} (${problem.code ?? response.status})${details}`,
    problem.errors ?? [],
    problem.task,
  );
}
