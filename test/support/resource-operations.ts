import { resourceNouns, type ResourceNoun } from '../../src/ports/configuration/resources.ts';

/** The ids of the operations that list, get, put and delete resources. */
export function resourceOperationIds(noun: ResourceNoun): Record<'list' | 'get' | 'put' | 'delete', string> {
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return { list: `get${name}s`, get: `get${name}`, put: `put${name}`, delete: `delete${name}` };
}

export const allResourceOperationIds = resourceNouns.flatMap((noun) =>
  Object.values(resourceOperationIds(noun)),
);
