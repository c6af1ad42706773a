import { component, maybe, objectSchema } from '../../domain/contract/schema.ts';
import type { Collection } from '../../ports/configuration/collections.ts';
import { string } from '../schemas/schemas.ts';

export const searchCollection = component(
  'SearchCollection',
  objectSchema(
    {
      id: string(),
      name: maybe(string()),
      userData: maybe({ description: '`userData` of the collection.' }),
    },
    { description: 'The collection that the request names.' },
  ),
);

export function describeCollection({
  id,
  name,
  userData,
}: Collection): Pick<Collection, 'id' | 'name' | 'userData'> {
  return { id, ...(name === undefined ? {} : { name }), ...(userData === undefined ? {} : { userData }) };
}
