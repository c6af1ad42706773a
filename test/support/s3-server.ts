import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createHash, createHmac } from 'node:crypto';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { S3Location } from '../../src/ports/operation/backups.ts';

const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An S3-compatible server on 127.0.0.1 with the bucket `backups`, behind a proxy that tests can make fail. */
export class S3Server implements AsyncDisposable {
  /** The requests so far, as `PUT /backups/...`. */
  readonly requests: string[] = [];
  /** The status with which a request is refused; null: it goes to the server. */
  refuses: (request: string) => number | null = () => null;
  readonly #server: S3rver;
  readonly #proxy: Server;
  readonly #folder: string;

  private constructor(server: S3rver, port: number, folder: string) {
    this.#server = server;
    this.#folder = folder;
    this.#proxy = createServer((incoming, reply) => {
      void buffer(incoming).then((body) => this.#answer(incoming, body, port, reply));
    });
  }

  static async open(): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-s3-'));
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'backups', configs: [] }],
    });
    const { port } = await server.run();
    const opened = new S3Server(server, port, folder);
    opened.#proxy.listen(0, '127.0.0.1');
    await once(opened.#proxy, 'listening');
    return opened;
  }

  #answer(incoming: IncomingMessage, body: Buffer, port: number, reply: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    const asked = `${method} ${url}`;
    this.requests.push(asked);
    const status = this.refuses(asked);
    if (status !== null) return refuse(reply, status, 'Refused', 'By the test');
    // The server itself does not check signatures of version 4.
    if (!isSigned(incoming, body)) return refuse(reply, 403, 'SignatureDoesNotMatch', 'Check the key');
    // Its pages of version 2 need a function that Node has removed.
    const path = url.replace('list-type=2&', '').replace('start-after=', 'marker=');
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.once('error', () => reply.destroy());
    onward.end(body);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  location(prefix = ''): S3Location {
    return { endpoint: this.endpoint, region: 'eu-central-1', bucket: 'backups', prefix, keys: s3Keys };
  }

  /** The environment of a service that stores its backups here. */
  environment(prefix: string): Record<string, string> {
    return {
      VITRINE_BACKUP_TO: `s3://backups/${prefix}`,
      VITRINE_BACKUP_S3_ENDPOINT: this.endpoint,
      VITRINE_BACKUP_S3_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.closeAllConnections();
    this.#proxy.close();
    await this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function refuse(reply: ServerResponse, status: number, code: string, message: string): void {
  const document = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(document);
}

/**
 * Whether a request has the right digest and signature of version 4, computed as in "Signature Calculations for the Authorization Header"
 * of the S3 API reference. The path and query must be encoded as in the canonical request.
 */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const digest = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== digest) return false;
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter((part) => part !== '')
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    digest,
  ].join('\n');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce(hmac, `AWS4${s3Keys.secretAccessKey}` as string | Buffer);
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ];
  return hmac(key as Buffer, text.join('\n')).toString('hex') === signature;
}
