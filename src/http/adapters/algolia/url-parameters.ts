import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { Call } from '../../operation.ts';
import { readQuery } from '../../requests/url-parameters.ts';

/** The parameters in the URL of a request without credentials. @throws VitrineError invalid_request */
export function readUrlParameters({ request }: Pick<Call, 'request'>): JsonObject {
  const entries = Object.entries(readQuery(request)).filter(
    ([name]) => !name.toLowerCase().startsWith('x-algolia-'),
  );
  return Object.fromEntries(entries) as JsonObject;
}
