import {
  defineComponent,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  type Schema,
} from '../../domain/contract/schema.ts';

const describeSchema = <T>(keywords: Readonly<Record<string, unknown>>, description?: string): Schema<T> =>
  description === undefined ? keywords : { ...keywords, description };

export const describeString = (description?: string) =>
  describeSchema<string>({ type: 'string' }, description);
export const describeCount = (description?: string) =>
  describeSchema<number>({ type: 'integer', minimum: 0 }, description);
export const describeNumber = (description?: string) =>
  describeSchema<number>({ type: 'number' }, description);
export const describeBoolean = (description?: string) =>
  describeSchema<boolean>({ type: 'boolean' }, description);
export const describeTimestamp = (description = 'Milliseconds since 1970.') =>
  describeSchema<number>({ type: 'integer' }, description);
export const describeChoice = <const T extends string | null>(values: readonly T[], description?: string) =>
  describeSchema<T>(
    { type: values.some((value) => value === null) ? ['string', 'null'] : 'string', enum: values },
    description,
  );

const warning = defineComponent(
  'Warning',
  defineObjectSchema(
    { code: describeString(), path: describeString(), detail: describeString() },
    { description: 'A part of the request that was ignored, such as an unknown parameter.' },
  ),
);

const warnings = defineComponent(
  'Warnings',
  defineListSchema(warning, { description: 'Absent if there are none.' }),
);

/** The reply of an operation: its members, and warnings. */
export function describeReply<M extends Readonly<Record<string, Schema>>>(
  name: string,
  members: M,
  description?: string,
) {
  return defineComponent(
    name,
    defineObjectSchema(
      { ...members, warnings: makeSchemaOptional(warnings) },
      description === undefined ? {} : { description },
    ),
  );
}

export const inputError = defineComponent(
  'InputError',
  defineObjectSchema(
    {
      path: describeString('The place in the input, such as `data[3].price`, `limit` or `line 17`.'),
      code: describeString('Stable: `required`, `type`, `too_long`, `too_many`, `out_of_range`, ...'),
      detail: describeString('The expected value, as a sentence.'),
    },
    { description: 'One invalid part of the input.' },
  ),
);

const index = describeCount('Index in the request.');
export const itemError = defineComponent(
  'ItemError',
  defineObjectSchema(
    {
      index,
      code: describeString(),
      detail: describeString(),
      errors: defineListSchema(inputError),
      _id: makeSchemaOptional(describeString('The `_id` of the existing item. Only `item_exists` has it.')),
      version: makeSchemaOptional(describeCount('The current version. Only `item_changed` has it.')),
    },
    { description: 'An item of a list that was not stored.' },
  ),
);

export const eventError = defineComponent(
  'EventError',
  defineObjectSchema(
    { index, errors: defineListSchema(inputError, { minItems: 1 }) },
    { description: 'An event of a list that was not added.' },
  ),
);

export const problem = defineComponent(
  'Problem',
  defineObjectSchema(
    {
      type: describeString('Page of the documentation.'),
      title: describeString('Short description of the code.'),
      status: { type: 'integer' },
      detail: describeString('Description of this occurrence.'),
      code: describeString('Stable error code.'),
      requestId: describeString('Id of the request in the log.'),
      traceId: makeSchemaOptional(describeString('Id of the trace, where the service records traces.')),
      errors: {
        type: 'array',
        items: { anyOf: [itemError, inputError] },
        description: 'All errors of the input.',
      },
    },
    { description: 'An error: RFC 9457 with a stable `code`.' },
  ),
);

export const failure = defineComponent(
  'Failure',
  defineObjectSchema({ code: describeString(), detail: describeString() }),
);
