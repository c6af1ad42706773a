/** The version of the Universal Commerce Protocol that is served: its schemas and specification have tags of this date. */
export const ucpVersion = '2026-04-08';

export const ucpCapabilities = {
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
} as const;
export type UcpCapability = keyof typeof ucpCapabilities;

/** A message of a reply: `source/schemas/shopping/types/message.json`. */
export type UcpMessage =
  | { readonly type: 'info' | 'warning'; readonly code: string; readonly content: string }
  | {
      readonly type: 'error';
      readonly code: string;
      readonly content: string;
      readonly severity: 'recoverable' | 'unrecoverable';
    };

/** The member `ucp` of a reply. */
export function createUcpEnvelope(capability: UcpCapability, status?: 'error'): object {
  return {
    version: ucpVersion,
    ...(status === undefined ? {} : { status }),
    capabilities: { [ucpCapabilities[capability]]: [{ version: ucpVersion }] },
  };
}
