import { savedViewPages, type SavedView } from '../../ports/configuration/saved-views.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { defineChoice, defineText, nameField, type Field } from '../contract/fields.ts';
import { defineObject } from '../contract/object-fields.ts';
import { defineResourceTerms } from './change-resource.ts';

export const savedViewTerms = defineResourceTerms('view', limits.savedViewsMax);

export const savedViewField: Field<SavedView> = nameField(
  'SavedView',
  defineObject(
    {
      id: defineText({
        lengthMax: limits.resourceIdLengthMax,
        inPath: true,
        notBlank: true,
        description: 'Such as `low-stock`.',
      }),
      name: defineText({
        lengthMax: limits.resourceNameLengthMax,
        isName: true,
        notBlank: true,
        description: 'The name that people read.',
      }),
      page: defineChoice(savedViewPages, { description: 'The page of the console that it belongs to.' }),
      query: defineText({
        lengthMax: limits.savedViewQueryLengthMax,
        description:
          'Filters, order and columns: the query of the address of the page, without its question mark.',
        example: 'stock=low&sort=price:asc',
      }),
    },
    { description: 'Filters, order and columns of a page of the console, under a name.' },
  ),
);

/** `idInPath` is the id that the URL names. @throws VitrineError invalid_request */
export function checkSavedView({ id }: SavedView, idInPath: string): void {
  if (id === idInPath) return;
  const detail = `view.id must be ${JSON.stringify(idInPath)}, as in the path`;
  throw new VitrineError('invalid_request', detail, {
    errors: [{ path: 'view.id', code: 'contradiction', detail }],
  });
}
