import { sampledFlag, type TraceContext } from './trace-context.ts';
import type { TracingConfig } from './tracing-config.ts';

/** The last 14 digits of a trace id are random, 56 bits; the first 13 of them are a number without rounding. */
const randomDigits = [-14, -1] as const;
const randomRange = 2 ** 52;

/**
 * Whether a trace is recorded. The decision depends on the trace id alone, so that services with the same ratio record the same traces.
 * Source: https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/ (rejection threshold)
 */
export function isSampled(
  { isParentBased, ratio }: TracingConfig['sampler'],
  traceId: string,
  parent: TraceContext | null,
): boolean {
  if (isParentBased && parent !== null) return (parent.flags & sampledFlag) !== 0;
  return Number.parseInt(traceId.slice(...randomDigits), 16) >= (1 - ratio) * randomRange;
}
