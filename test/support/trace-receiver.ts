import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import generated from '@opentelemetry/otlp-transformer/build/src/generated/root.js';
import { LocalServer } from './local-server.ts';

/** Encodes and decodes by the official definitions of OTLP. */
interface MessageType {
  fromObject(object: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: { readonly longs: unknown; readonly bytes: unknown }): object;
}

const definitions = generated as unknown as {
  opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
};
const requestType = definitions.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code: number };
}

interface SentRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  /** Integers are texts, as in OTLP. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly resource: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** A receiver of OTLP/HTTP JSON on 127.0.0.1, which accepts only what the official definitions have. */
export class TraceReceiver implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** Why a body was not accepted. */
  readonly faults: unknown[] = [];
  /** Status and body of the replies; null: it does not reply. */
  reply: {
    readonly status: number;
    readonly body?: string;
    readonly headers?: Record<string, string>;
  } | null = { status: 200, body: '{}' };
  #server: LocalServer | null = null;

  static async open(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    receiver.#server = await LocalServer.start((request, response) => {
      void text(request).then((body) => {
        receiver.headers.push({ ...request.headers, ':path': `${request.method} ${request.url}` });
        const { reply } = receiver;
        if (reply?.status === 200) receiver.#take(body);
        if (reply === null) return;
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
        response.end(reply.body);
      });
    });
    return receiver;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  /** The spans of a trace. */
  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  #take(body: string): void {
    try {
      const sent = JSON.parse(body) as SentRequest;
      assertDefined(sent);
      for (const { resource, scopeSpans } of sent.resourceSpans)
        for (const { spans } of scopeSpans)
          for (const span of spans)
            this.spans.push({
              ...span,
              attributes: recordOf(span.attributes),
              resource: recordOf(resource.attributes),
            });
    } catch (error) {
      this.faults.push(error);
    }
  }
}

/** Fails where a body has a member or a type that the definitions lack: encoded and decoded, it is not the same. */
function assertDefined(sent: SentRequest): void {
  // In JSON, ids are hex; the definitions have bytes.
  const asBytes = JSON.parse(JSON.stringify(sent), (key, value: unknown) =>
    ['traceId', 'spanId', 'parentSpanId'].includes(key) && typeof value === 'string'
      ? Buffer.from(value, 'hex').toString('base64')
      : value,
  ) as object;
  const bytes = requestType.encode(requestType.fromObject(asBytes)).finish();
  const decoded = requestType.toObject(requestType.decode(bytes), { longs: String, bytes: String });
  assert.deepEqual(JSON.parse(JSON.stringify(decoded)), asBytes);
}

function recordOf(attributes: readonly KeyValue[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
