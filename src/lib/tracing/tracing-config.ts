/** Settings of traces, by the standard environment variables of OpenTelemetry. */
export interface TracingConfig {
  /** The address that batches are posted to. */
  readonly url: string;
  /** Further headers of an export. They may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Timeout of one request. */
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
  /** PEM text of the trusted authority; null means those of the system. */
  readonly ca: string | null;
  /** With `isParentBased`, a request with `traceparent` follows the decision of its caller. `ratio` is that of other traces, 0 to 1. */
  readonly sampler: { readonly isParentBased: boolean; readonly ratio: number };
  /** Attributes of the resource, `service.name` among them. */
  readonly resource: Readonly<Record<string, string | number>>;
  readonly batch: {
    /** Spans that wait for an export; further ones are dropped. */
    readonly queueMax: number;
    readonly spansMax: number;
    readonly delayMs: number;
    /** Timeout of one export with its retries. */
    readonly timeoutMs: number;
  };
}
