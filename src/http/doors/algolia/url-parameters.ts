import type { JsonObject } from '../../../ports/json.ts';
import type { Call } from '../../operation.ts';
import { readQuery } from '../../url-parameters.ts';

/** The parameters in the URL of a request without credentials. */
export function urlParameters({ request }: Pick<Call<unknown, unknown>, 'request'>): JsonObject {
  const sent = Object.entries(readQuery(request)).filter(
    ([name]) => !name.toLowerCase().startsWith('x-algolia-'),
  );
  return Object.fromEntries(sent) as JsonObject;
}
