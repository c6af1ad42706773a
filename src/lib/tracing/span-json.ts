import { spanKinds, type SpanValue, type SpanAttributes, type EndedSpan } from './span.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * The JSON of OTLP. Ids are hex, 64-bit integers are texts, enums are numbers. Source:
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */

/** Longer texts are cut. */
const textLengthMax = 1_024;
const statusError = 2;
/** Bits of `flags` besides those of W3C: whether `isRemote` is known, and whether the parent is of another process. */
const hasIsRemote = 0x100;
const isRemoteFlag = 0x200;

/** A member of `scopeSpans[].spans`. */
export function serializeSpan(span: EndedSpan, shared: SpanAttributes): string {
  const { context, parent, isParentRemote, links, isFailed } = span;
  return JSON.stringify({
    traceId: context.traceId,
    spanId: context.spanId,
    ...(context.state === '' ? {} : { traceState: context.state }),
    ...(parent === null ? {} : { parentSpanId: parent.spanId }),
    flags: encodeFlags(context, isParentRemote),
    name: span.name,
    kind: spanKinds[span.kind],
    startTimeUnixNano: formatNanoseconds(span.startedAt),
    endTimeUnixNano: formatNanoseconds(Math.max(span.startedAt, span.endedAt)),
    attributes: [...convertAttributes(shared), ...convertAttributes(span.attributes)],
    ...(links.length === 0 ? {} : { links: links.map(toLink) }),
    ...(isFailed ? { status: { code: statusError } } : {}),
  });
}

/** The body of an export: an ExportTraceServiceRequest. */
export function exportJson(
  spans: readonly string[],
  resource: SpanAttributes,
  scope: { readonly name: string; readonly version: string },
): string {
  const head = JSON.stringify({ attributes: convertAttributes(resource) });
  return `{"resourceSpans":[{"resource":${head},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[${spans.join(',')}]}]}]}`;
}

function toLink({ traceId, spanId, state, flags }: TraceContext): object {
  return { traceId, spanId, ...(state === '' ? {} : { traceState: state }), flags };
}

function encodeFlags({ flags }: TraceContext, isRemote: boolean): number {
  return flags | hasIsRemote | (isRemote ? isRemoteFlag : 0);
}

/** Milliseconds as a text of nanoseconds: a number has too few digits. */
function formatNanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}

function convertAttributes(attributes: SpanAttributes): object[] {
  const values: object[] = [];
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) values.push({ key, value: toAttributeValue(value) });
  }
  return values;
}

function toAttributeValue(value: SpanValue): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value.slice(0, textLengthMax).toWellFormed() };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
