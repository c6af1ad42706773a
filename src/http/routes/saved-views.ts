import { defineComponent, defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { putResource } from '../../domain/resources/change-resource.ts';
import { checkSavedView, savedViewField, savedViewTerms } from '../../domain/resources/saved-view-fields.ts';
import { limits } from '../../ports/limits.ts';
import type { Operation } from '../operation.ts';
import { describeCount, describeReply, describeTimestamp } from '../schemas/schemas.ts';
import { createResourceOperations } from './resource-operations.ts';

const storedMembers = {
  view: savedViewField.schema,
  version: describeCount('The version of this state of the view.'),
  changedAt: describeTimestamp(),
};

const operations = createResourceOperations({
  terms: savedViewTerms,
  store: ({ savedViews }) => savedViews,
  id: { description: 'View id.', component: 'ViewInPath' },
  replies: {
    one: describeReply('SavedViewReply', storedMembers),
    list: describeReply('SavedViewsReply', {
      views: defineListSchema(defineComponent('StoredView', defineObjectSchema(storedMembers)), {
        description: 'The views of all pages, in the order of their ids.',
      }),
    }),
  },
  members: (_project, { value: view, version, changedAt }) => ({ view, version, changedAt }),
  list: {
    summary: 'List saved views',
    description: `Lists of the console as people have filtered and sorted them, at most ${limits.savedViewsMax}.`,
  },
  get: { summary: 'Get a saved view' },
  delete: { summary: 'Delete a saved view' },
});

/** Saved views of the pages of the console: read, change one by one. */
export function createSavedViewOperations(): Operation[] {
  return [
    operations.list,
    operations.get,
    operations.put({
      field: savedViewField,
      summary: 'Create or replace a saved view',
      put: ({ project }, view, id, options) => {
        checkSavedView(view, id);
        return putResource(project.savedViews, view, options, savedViewTerms);
      },
    }),
    operations.delete,
  ];
}
