import type { Item, Picture, VitrineError } from '@vitrine/sdk';
import { picturesOf } from '../parts/picture.tsx';

/** Optional fields that have a meaning to the service and a place of their own in the form. */
export const knownFields = [
  { name: 'brand', label: 'Brand', hint: 'Who makes it.' },
  { name: 'category', label: 'Category', hint: 'Levels with “>”: Home > Kitchen.' },
  { name: 'color', label: 'Colour', hint: '' },
  { name: 'size', label: 'Size', hint: '' },
  { name: 'url', label: 'Page in the shop', hint: '' },
  { name: 'groupId', label: 'Group', hint: 'The same for all variants of one product.' },
] as const;

/** What the form holds: text, as it is typed. */
export interface ItemForm {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly price: string;
  readonly description: string;
  readonly active: boolean;
  readonly pictures: readonly { readonly url: string; readonly alt: string }[];
  /** An address that is typed and not added yet: saved as the last picture. */
  readonly pictureAddress: string;
  readonly known: Readonly<Record<string, string>>;
  /** All further fields as the JSON of an object. */
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
  description: '',
  active: true,
  pictures: [],
  pictureAddress: '',
  known: noneKnown,
  extra: '',
};

export function formOf(item: Item): ItemForm {
  const known: Record<string, string> = { ...noneKnown };
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) {
    if (name.startsWith('_') || ownFields.has(name)) continue;
    // A field of another shape than text goes where its shape can be seen, and stays as it is.
    if (knownFields.some((field) => field.name === name) && typeof value === 'string') known[name] = value;
    else extra[name] = value;
  }
  return {
    id: item.id,
    sku: item.sku,
    name: item.name,
    price: item.price === null ? '' : String(item.price),
    description: item.description,
    active: item.active !== false,
    pictures: picturesOf(item),
    pictureAddress: '',
    known,
    extra: Object.keys(extra).length === 0 ? '' : JSON.stringify(extra, null, 2),
  };
}

/** The fields to send, or what is wrong with the further ones. */
export function fieldsOf(form: ItemForm): { fields: Record<string, unknown> } | { fault: string } {
  const extra = extraOf(form.extra);
  if (typeof extra === 'string') return { fault: extra };
  const known = Object.entries(form.known).filter(([, value]) => value !== '');
  const clash = Object.keys(extra).find(
    (name) => ownFields.has(name) || known.some(([field]) => field === name),
  );
  if (clash !== undefined) return { fault: `“${clash}” has a place of its own in the form` };
  const imgs: Picture[] = withAddress(form).pictures.map(({ url, alt }) => (alt === '' ? url : { url, alt }));
  // What is empty is left out: the service says better than an empty text does that it is required.
  const texts = { id: form.id, sku: form.sku, name: form.name, price: form.price.trim() };
  const filled = Object.entries(texts).filter(([, value]) => value !== '');
  const { description, active } = form;
  return {
    fields: {
      ...Object.fromEntries(filled),
      description,
      active,
      imgs,
      ...Object.fromEntries(known),
      ...extra,
    },
  };
}

/** The form with the address that was typed among its pictures. */
export function withAddress(form: ItemForm): ItemForm {
  const url = form.pictureAddress.trim();
  if (url === '') return form;
  return { ...form, pictures: [...form.pictures, { url, alt: '' }], pictureAddress: '' };
}

/** What changed between two states of the form: null for what was taken out. */
export function changesOf(before: ItemForm, after: Record<string, unknown>): Record<string, unknown> {
  const old = fieldsOf(before);
  const was = 'fields' in old ? old.fields : {};
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (JSON.stringify(was[name]) !== JSON.stringify(value)) changes[name] = value;
  }
  for (const name of Object.keys(was)) if (!(name in after)) changes[name] = null;
  return changes;
}

/** What the service finds wrong, by the field of the form it belongs to; under `extra` what has no field. */
export function faultsOf(error: VitrineError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, detail } of error.errors) {
    const name = /^data\.([^.[]+)/.exec(path)?.[1] ?? '';
    const own = ownFields.has(name) || knownFields.some((field) => field.name === name);
    const text = detail.replaceAll(/\bdata\./g, '');
    faults[own ? name : 'extra'] ??= text.charAt(0).toUpperCase() + text.slice(1);
  }
  return faults;
}

function extraOf(text: string): Record<string, unknown> | string {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
    return 'An object is needed here: { "name": value, … }';
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : ''}`;
  }
}
