import { defineComponent, makeSchemaOptional, defineObjectSchema } from '../../domain/contract/schema.ts';
import type { Collection } from '../../ports/configuration/collections.ts';
import { describeString } from '../schemas/schemas.ts';

export const searchCollection = defineComponent(
  'SearchCollection',
  defineObjectSchema(
    {
      id: describeString(),
      name: makeSchemaOptional(describeString()),
      userData: makeSchemaOptional({ description: '`userData` of the collection.' }),
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
