import { component, listSchema, maybe, objectSchema, type Schema } from '../../domain/contract/schema.ts';

const described = <T>(keywords: Readonly<Record<string, unknown>>, description?: string): Schema<T> =>
  description === undefined ? keywords : { ...keywords, description };

export const string = (description?: string) => described<string>({ type: 'string' }, description);
export const count = (description?: string) =>
  described<number>({ type: 'integer', minimum: 0 }, description);
export const number = (description?: string) => described<number>({ type: 'number' }, description);
export const boolean = (description?: string) => described<boolean>({ type: 'boolean' }, description);
export const timestamp = (description = 'Milliseconds since 1970.') =>
  described<number>({ type: 'integer' }, description);
export const oneOf = <const T extends string | null>(values: readonly T[], description?: string) =>
  described<T>(
    { type: values.some((value) => value === null) ? ['string', 'null'] : 'string', enum: values },
    description,
  );

const warning = component(
  'Warning',
  objectSchema(
    { code: string(), path: string(), detail: string() },
    { description: 'A part of the request that was ignored, such as an unknown parameter.' },
  ),
);

const warnings = component('Warnings', listSchema(warning, { description: 'Absent if there are none.' }));

/** The reply of an operation: its members, and warnings. */
export function reply<M extends Readonly<Record<string, Schema>>>(
  name: string,
  members: M,
  description?: string,
) {
  return component(
    name,
    objectSchema({ ...members, warnings: maybe(warnings) }, description === undefined ? {} : { description }),
  );
}

export const inputError = component(
  'InputError',
  objectSchema(
    {
      path: string('The place in the input, such as `data[3].price`, `limit` or `line 17`.'),
      code: string('Stable: `required`, `type`, `too_long`, `too_many`, `out_of_range`, ...'),
      detail: string('The expected value, as a sentence.'),
    },
    { description: 'One invalid part of the input.' },
  ),
);

const index = count('Index in the request.');
export const itemError = component(
  'ItemError',
  objectSchema(
    {
      index,
      code: string(),
      detail: string(),
      errors: listSchema(inputError),
      _id: maybe(string('The `_id` of the existing item. Only `item_exists` has it.')),
      version: maybe(count('The current version. Only `item_changed` has it.')),
    },
    { description: 'An item of a list that was not stored.' },
  ),
);

export const eventError = component(
  'EventError',
  objectSchema(
    { index, errors: listSchema(inputError, { minItems: 1 }) },
    { description: 'An event of a list that was not added.' },
  ),
);

export const problem = component(
  'Problem',
  objectSchema(
    {
      type: string('Page of the documentation.'),
      title: string('Short description of the code.'),
      status: { type: 'integer' },
      detail: string('Description of this occurrence.'),
      code: string('Stable error code.'),
      requestId: string('Id of the request in the log.'),
      traceId: maybe(string('Id of the trace, where the service records traces.')),
      errors: {
        type: 'array',
        items: { anyOf: [itemError, inputError] },
        description: 'All errors of the input.',
      },
    },
    { description: 'An error: RFC 9457 with a stable `code`.' },
  ),
);

export const failure = component('Failure', objectSchema({ code: string(), detail: string() }));
