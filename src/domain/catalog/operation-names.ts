/** Operations on the stored value of a field. The names are those of Algolia's partial updates. */
export const operationNames = [
  'Increment',
  'Decrement',
  'Add',
  'Remove',
  'AddUnique',
  'IncrementFrom',
  'IncrementSet',
] as const;
export type OperationName = (typeof operationNames)[number];
