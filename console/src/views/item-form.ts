import type { Item, Picture, VitrineError } from '@vitrine/sdk';
import { picturesOf } from '../parts/picture.tsx';
import {
  emptyLocal,
  localDraftOf,
  localFieldsOf,
  localMembers,
  type LocalDraft,
} from './items/local-draft.ts';

/** Optional fields with an input of their own. */
export const knownFields = [
  { name: 'brand', label: 'Brand', hint: '' },
  { name: 'category', label: 'Category', hint: 'Separate levels with “>”: Home > Kitchen.' },
  { name: 'color', label: 'Colour', hint: '' },
  { name: 'size', label: 'Size', hint: '' },
  { name: 'url', label: 'Product page URL', hint: '' },
  { name: 'groupId', label: 'Variant group', hint: 'The same value for all variants of a product.' },
] as const;

/** An item as text in a form. */
export interface ItemForm extends LocalDraft {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly price: string;
  /** Empty: the stock is not tracked. */
  readonly stock: string;
  readonly description: string;
  readonly active: boolean;
  readonly pictures: readonly { readonly url: string; readonly alt: string }[];
  /** A URL that is not added yet: saved as the last picture. */
  readonly pictureAddress: string;
  readonly known: Readonly<Record<string, string>>;
  /** All other fields as a JSON object. */
  readonly extra: string;
}

const noneKnown: Readonly<Record<string, string>> = Object.fromEntries(
  knownFields.map(({ name }) => [name, '']),
);
const ownFields = new Set(['id', 'sku', 'name', 'price', 'description', 'active', 'imgs']);

export const emptyForm: ItemForm = {
  id: '',
  sku: '',
  name: '',
  price: '',
  stock: '',
  description: '',
  active: true,
  pictures: [],
  pictureAddress: '',
  known: noneKnown,
  ...emptyLocal,
  extra: '',
};

export function formOf(item: Item): ItemForm {
  const known: Record<string, string> = { ...noneKnown };
  const extra: Record<string, unknown> = {};
  const local = localDraftOf(item);
  for (const [name, value] of Object.entries(item)) {
    if (name.startsWith('_') || ownFields.has(name)) continue;
    if (name === 'stock' && typeof value === 'number') continue;
    if (localMembers.some((member) => member === name && local[member].length > 0)) continue;
    // A known field that is not a string is edited as JSON.
    if (knownFields.some((field) => field.name === name) && typeof value === 'string') known[name] = value;
    else extra[name] = value;
  }
  return {
    id: item.id,
    sku: item.sku,
    name: item.name,
    price: item.price === null ? '' : String(item.price),
    // Another value than a number is edited as JSON.
    stock: typeof item['stock'] === 'number' ? String(item['stock']) : '',
    description: item.description,
    active: item.active !== false,
    pictures: picturesOf(item),
    pictureAddress: '',
    known,
    ...local,
    extra: Object.keys(extra).length === 0 ? '' : JSON.stringify(extra, null, 2),
  };
}

/** The fields to send, or what is wrong with the form, by field. */
export function fieldsOf(
  form: ItemForm,
): { fields: Record<string, unknown> } | { errors: Record<string, string> } {
  const extra = extraOf(form.extra);
  if (typeof extra === 'string') return { errors: { extra } };
  const local = localFieldsOf(form);
  if ('errors' in local) return local;
  const stock = form.stock.trim();
  if (stock !== '' && !/^-?\d+(?:\.\d+)?$/.test(stock)) return { errors: { stock: 'Enter a number.' } };
  const known = Object.entries(form.known).filter(([, value]) => value !== '');
  const clash = Object.keys(extra).find(
    (name) =>
      ownFields.has(name) ||
      (name === 'stock' && stock !== '') ||
      name in local.fields ||
      known.some(([field]) => field === name),
  );
  if (clash !== undefined) return { errors: { extra: `“${clash}” has its own input in this form` } };
  const imgs: Picture[] = withAddress(form).pictures.map(({ url, alt }) => (alt === '' ? url : { url, alt }));
  // Empty fields are omitted, so that the service reports them as required.
  const texts = { id: form.id, sku: form.sku, name: form.name, price: form.price.trim() };
  const filled = Object.entries(texts).filter(([, value]) => value !== '');
  const { description, active } = form;
  return {
    fields: {
      ...Object.fromEntries(filled),
      ...(stock === '' ? {} : { stock: Number(stock) }),
      description,
      active,
      imgs,
      ...Object.fromEntries(known),
      ...local.fields,
      ...extra,
    },
  };
}

/** The form with the typed URL added to its pictures. */
export function withAddress(form: ItemForm): ItemForm {
  const url = form.pictureAddress.trim();
  if (url === '') return form;
  return { ...form, pictures: [...form.pictures, { url, alt: '' }], pictureAddress: '' };
}

/** The changed fields; null for a removed one. */
export function changesOf(before: ItemForm, after: Record<string, unknown>): Record<string, unknown> {
  const old = fieldsOf(before);
  const oldFields = 'fields' in old ? old.fields : {};
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (JSON.stringify(oldFields[name]) !== JSON.stringify(value)) changes[name] = value;
  }
  for (const name of Object.keys(oldFields)) if (!(name in after)) changes[name] = null;
  return changes;
}

/** Validation errors by field of the form, of local values by path; errors of other fields under `extra`. */
export function fieldErrorsOf(error: VitrineError): Record<string, string> {
  const fieldErrors: Record<string, string> = {};
  for (const { path, detail } of error.errors) {
    const name = /^data\.([^.[]+)/.exec(path)?.[1] ?? '';
    const isLocal = localMembers.some((member) => member === name);
    const own = ownFields.has(name) || name === 'stock' || knownFields.some((field) => field.name === name);
    // At its field, an error needs no path.
    const text = (isLocal ? detail.replace(`${path} `, '') : detail).replaceAll(/\bdata\./g, '');
    fieldErrors[isLocal ? path.slice('data.'.length) : own ? name : 'extra'] ??=
      text.charAt(0).toUpperCase() + text.slice(1);
  }
  return fieldErrors;
}

function extraOf(text: string): Record<string, unknown> | string {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
    return 'Enter a JSON object: { "name": value, … }';
  } catch (error) {
    return `Invalid JSON: ${error instanceof Error ? error.message : ''}`;
  }
}
