/** The position of a span in its trace: the W3C Trace Context, which requests carry in `traceparent` and `tracestate`. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** W3C trace flags, 0 to 255. */
  readonly flags: number;
  /** The value of `tracestate`, which is passed on as it is; may be empty. */
  readonly state: string;
}

export const sampledFlag = 0x01;
/** The sampled flag, and whether the trace id is random: flags that are passed on. */
const knownFlags = 0x03;
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Limits of the specification: a longer `tracestate` may be dropped. */
const stateLengthMax = 512;
const stateMembersMax = 32;

/** The context in the headers of a request; null means none, or not a valid one. Source: https://www.w3.org/TR/trace-context/ */
export function parseTraceContext(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): TraceContext | null {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return null;
  const [, version, traceId = '', spanId = '', flags = '', rest] = pattern.exec(traceparent.trim()) ?? [];
  // Later versions may add fields, version 0 has none.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return {
    traceId,
    spanId,
    flags: Number.parseInt(flags, 16) & knownFlags,
    state: readTraceState(tracestate),
  };
}

/** The headers that pass a context on. */
export function traceContextHeaders({ traceId, spanId, flags, state }: TraceContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
  return state === '' ? { traceparent } : { traceparent, tracestate: state };
}

function readTraceState(tracestate: string | string[] | undefined): string {
  const state = [tracestate ?? []].flat().join(',').trim();
  const isUsable =
    state.length <= stateLengthMax &&
    state.split(',').length <= stateMembersMax &&
    /^[\x20-\x7e\t]*$/.test(state);
  return isUsable ? state : '';
}
