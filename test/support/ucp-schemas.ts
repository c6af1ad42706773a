import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { productSchema, productsSchema } from '../../src/http/adapters/agents/ucp-schemas.ts';

/** The replies whose form is checked. */
export type UcpReply = 'search' | 'lookup' | 'product' | 'error' | 'profile';

const publishedIds: Readonly<Record<UcpReply, string>> = {
  search: 'shopping/catalog_search.json#/$defs/search_response',
  lookup: 'shopping/catalog_lookup.json#/$defs/lookup_response',
  product: 'shopping/catalog_lookup.json#/$defs/get_product_response',
  error: 'shopping/types/error_response.json',
  profile: 'ucp.json#/$defs/business_schema',
};
const own = {
  search: productsSchema,
  lookup: productsSchema,
  product: { ...productSchema, required: ['ucp', 'product'] },
  error: { ...productSchema, required: ['ucp', 'messages'] },
  profile: { type: 'object', required: ['version', 'services', 'capabilities', 'payment_handlers'] },
};

/** Formats are checked by `checkReply()` for addresses alone. */
const newAjv = (): Ajv2020 =>
  new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { uri: (text: string) => URL.canParse(text), 'date-time': true, uuid: true },
  });

/**
 * Checks replies of the Universal Commerce Protocol against this service's schemas, and where the variable `UCP_SCHEMAS` names a folder
 * with the published ones (`source/schemas` of the protocol's repository, of the served version) also against these.
 */
export class UcpSchemas {
  readonly #own = newAjv();
  readonly #published: Ajv2020 | null;

  constructor(folder: string | undefined = process.env['UCP_SCHEMAS']) {
    this.#published = folder === undefined || folder === '' ? null : newAjv();
    if (this.#published === null) return;
    for (const name of readdirSync(folder!, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.json'))
        this.#published.addSchema(JSON.parse(readFileSync(join(folder!, name), 'utf8')) as object);
  }

  checkReply(kind: UcpReply, reply: unknown): void {
    accepts(this.#own.compile(own[kind]), reply, `own schema: ${kind}`);
    const published = this.#published?.getSchema(`https://ucp.dev/schemas/${publishedIds[kind]}`);
    if (this.#published === null) return;
    assert.ok(published !== undefined, `the published schemas have no ${publishedIds[kind]}`);
    accepts(published, reply, `published schema: ${kind}`);
  }
}

function accepts(validate: ValidateFunction, value: unknown, what: string): void {
  assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors, null, 1)}`);
}
