import { readTexts } from '../../lib/json-values.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';

const placeholder = /\{(\w{1,40})\}/g;

/** Returns the address of an item's page: its `url` or `link`, or the template with its fields, or null if it lacks one. */
export function buildItemAddress(fields: JsonObject, template: string): string | null {
  const address = ['url', 'link'].flatMap((name) => readTexts(fields, name)).flatMap(findWebAddresses)[0];
  return address ?? fillTemplate(template, (name) => readTexts(fields, name)[0] ?? '');
}

/** The address that a template gives; null if a value is missing, or there is no template. */
export function fillTemplate(template: string, readValue: (name: string) => string): string | null {
  const names = Array.from(template.matchAll(placeholder), ([, name = '']) => name);
  const values = new Map(names.map((name) => [name, readValue(name)]));
  if (template === '' || values.values().some((value) => value === '')) return null;
  const url = template.replaceAll(placeholder, (_, name: string) =>
    encodeURIComponent(values.get(name)!.toWellFormed()),
  );
  return findWebAddresses(url)[0] ?? null;
}

/** Whether a text is an http or https address, with or without fields in braces. */
export function isAddressTemplate(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text.replaceAll(/[{}]/g, ''));
}

/** The text as a URI, in which spaces and letters beyond ASCII are escaped; empty means that it is no address of a page. */
export function findWebAddresses(text: string): string[] {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url === null ? [] : [url.href];
}
