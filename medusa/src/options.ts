import type { ItemInput } from '@vitrine/sdk';
import type { SearchTypes } from '@medusajs/types';

/** Options of the provider, in `medusa-config.ts`. */
export interface VitrineSearchOptions {
  /** URL of the service. */
  readonly url: string;
  /** A server key with the scopes `search`, `items:read`, `items:write` and `settings`. */
  readonly key: string;
  /** The project of each search index, by the name of the index, with the module's `index_prefix` before it if there is one. */
  readonly projects: Readonly<Record<string, string>>;
  /** The item of a document. Default: {@link productItem}. It must keep the fields of the index definition. */
  readonly toItem?: ((document: SearchTypes.SearchDocument) => MedusaItem) | undefined;
}

/** An item of Vitrine; without a price: null. */
export type MedusaItem = Omit<ItemInput, 'price' | 'sku' | 'imgs' | 'description'> & {
  readonly price?: number | string | null;
  readonly sku?: string;
  readonly imgs?: readonly string[];
  readonly description?: string;
};

/** A request that the provider cannot answer exactly. `type` is that of a `MedusaError`. */
export class VitrineSearchError extends Error {
  override readonly name = 'VitrineSearchError';
  readonly type: 'not_allowed' | 'invalid_data';

  constructor(type: 'not_allowed' | 'invalid_data', message: string) {
    super(message);
    this.type = type;
  }
}

/** Rejects what Vitrine cannot answer exactly. */
export function notSupported(what: string): never {
  throw new VitrineSearchError('not_allowed', `The Vitrine search provider does not support ${what}`);
}
