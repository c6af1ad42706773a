import { defineComponent, defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { selectVisibleFields } from '../../domain/access/visible-fields.ts';
import { limits } from '../../ports/limits.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeChoice, describeCount, describeReply, describeString } from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';

const itemField = defineComponent(
  'ItemField',
  defineObjectSchema({
    field: describeString('The path of the field in an item: `brand`, `specs.width`.'),
    types: defineListSchema(describeChoice(['number', 'text', 'boolean', 'date'], 'A type of a value.'), {
      description:
        'The types of its values. `date`: ranges of dates can match. Empty for a field that items no longer have.',
    }),
  }),
);

const fieldsReply = describeReply('FieldsReply', {
  fields: defineListSchema(itemField, { description: 'By name, up to 1,000.' }),
  total: describeCount('The number of fields.'),
});

/** The fields of the catalog, for the forms of filters. */
export function defineFieldsOperation(): Operation {
  return defineOperation({
    id: 'getFields',
    method: 'GET',
    path: '/api/projects/{project}/fields',
    tag: 'Settings',
    summary: 'Get the fields of the items and their types',
    access: settingsAccess,
    pathParameters: projectInPath,
    status: 200,
    reply: fieldsReply,
    handle: ({ project, restrictions }) => {
      const items = selectVisibleFields(restrictions, project.text);
      const names = [...(items?.listFieldNames() ?? [])].sort();
      const fields = names.slice(0, limits.listedFieldsMax).map((field) => {
        const types = items?.findFieldTypes(field) ?? null;
        return {
          field,
          types: [
            ...(types?.numbers === true ? (['number'] as const) : []),
            ...(types?.texts === true ? (['text'] as const) : []),
            ...(types?.booleans === true ? (['boolean'] as const) : []),
            // Numbers are in date ranges, too: only texts say that they are dates.
            ...(types?.texts === true && types.inRanges(true) && !types.inRanges(false)
              ? (['date'] as const)
              : []),
          ],
        };
      });
      return createJsonReply(200, { fields, total: names.length });
    },
  });
}
