import type { JsonObject, Json } from '../../ports/catalog/json.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { isObject } from '../contract/object-fields.ts';
import { decodeText, markupCost, markupPieceLength, readAddress } from './shop-items.ts';

/** What a web page tells programs. */
export interface PageMarkup {
  /** `lang` of the page in lower case, or empty. */
  readonly language: string;
  /** The canonical URL of the page, or null. */
  readonly canonical: string | null;
  /** The page in other languages. */
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  /** Addresses of files that a `link` names, such as feeds. */
  readonly files: readonly { readonly url: string; readonly title: string }[];
  /** Values of `JSON-LD` scripts. */
  readonly jsonLd: readonly Json[];
  /** Microdata as objects of JSON-LD. */
  readonly microdata: readonly JsonObject[];
  /** `content` of `meta` elements by `property` or `name`, in lower case. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  /** Addresses of scripts, styles and links of the page, which tell its platform. */
  readonly resources: readonly string[];
  /** Characters of text outside of scripts: a page that is made by a script has none. */
  readonly textLength: number;
  readonly hasPasswordField: boolean;
}

/** Elements and properties that are read of a page. */
const elementsMax = 200_000;
/** Open elements: the parser's work for each tag grows with them. Browsers allow 512. */
const depthMax = 2_000;
const valuesMax = 20_000;
const resourcesMax = 2_000;
const scriptLengthMax = 4 * 1024 * 1024;
const textLengthMax = 100_000;
/** Characters of the texts of all properties: those of nested ones have the same text. */
const propertyTextsLengthMax = 16 * 1024 * 1024;
/** Elements without an end tag. */
const voidElements = new Set([
  'meta',
  'link',
  'img',
  'br',
  'input',
  'hr',
  'source',
  'area',
  'base',
  'embed',
  'track',
  'wbr',
  'col',
]);
/** Elements whose text is not shown. */
const hiddenElements = new Set(['script', 'style', 'noscript', 'template']);

interface Scope {
  readonly object: Record<string, Json>;
}

interface OpenElement {
  readonly name: string;
  readonly scope: Scope | null;
  /** The property whose text is read, and the object that has it. */
  readonly property: { readonly names: readonly string[]; readonly owner: Scope; text: string } | null;
}

/** Reads the markup of a page. Runs none of its scripts. */
export async function readPageMarkup(body: Uint8Array, url: string, slices: WorkSlices): Promise<PageMarkup> {
  // Loaded by the first page: most services read none.
  const { Parser } = await import('htmlparser2');
  const reader = new MarkupReader(url);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.addText(text),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true },
  );
  const text = decodeText(body);
  for (let at = 0; at < text.length && !reader.isFull; at += markupPieceLength) {
    const piece = text.slice(at, at + markupPieceLength);
    await slices.spend(markupCost * piece.length);
    parser.write(piece);
  }
  // The end would close each open element.
  if (!reader.isFull) parser.end();
  return reader.finish();
}

class MarkupReader {
  readonly #url: string;
  #base: string;
  #language = '';
  #canonical: string | null = null;
  readonly #alternates: { language: string; url: string }[] = [];
  readonly #files: { url: string; title: string }[] = [];
  readonly #jsonLd: Json[] = [];
  readonly #microdata: JsonObject[] = [];
  readonly #meta = new Map<string, string[]>();
  readonly #resources: string[] = [];
  #textLength = 0;
  #hasPasswordField = false;
  readonly #stack: OpenElement[] = [];
  /** The properties of the stack whose text is read. */
  readonly #properties: NonNullable<OpenElement['property']>[] = [];
  #propertyTextsLength = 0;
  #isFull = false;
  readonly #scopes: Scope[] = [];
  #script: string | null = null;
  /** The number of open elements whose text is not shown. */
  #hiddenDepth = 0;
  #elements = 0;
  #values = 0;

  constructor(url: string) {
    this.#url = url;
    this.#base = url;
  }

  /** Whether the elements are nested deeper than those of any page that people see: the rest is not read. */
  get isFull(): boolean {
    return this.#isFull;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#elements > elementsMax || this.#isFull) return;
    this.#readElement(name, attributes);
    const scope = this.#openScope(attributes);
    const property = scope === null ? this.#openProperty(name, attributes) : null;
    if (voidElements.has(name)) {
      if (property !== null) this.#addValue(property.owner, property.names, property.text);
      return;
    }
    if (hiddenElements.has(name)) this.#hiddenDepth++;
    this.#stack.push({ name, scope, property });
    this.#isFull = this.#stack.length >= depthMax;
    if (property !== null) this.#properties.push(property);
    if (scope !== null) this.#scopes.push(scope);
  }

  addText(text: string): void {
    if (this.#script !== null) {
      if (this.#script.length + text.length <= scriptLengthMax) this.#script += text;
      return;
    }
    if (this.#hiddenDepth > 0) return;
    this.#textLength += text.trim().length;
    for (const property of this.#properties) {
      if (property.text.length + text.length > textLengthMax) continue;
      this.#propertyTextsLength += text.length;
      if (this.#propertyTextsLength > propertyTextsLengthMax) return;
      property.text += text;
    }
  }

  close(name: string): void {
    if (voidElements.has(name)) return;
    const element = this.#stack.at(-1);
    if (element?.name !== name) return;
    this.#stack.pop();
    if (hiddenElements.has(name)) this.#hiddenDepth--;
    if (name === 'script' && this.#script !== null) {
      const value = parseJsonLd(this.#script);
      if (value !== undefined) this.#jsonLd.push(value);
      this.#script = null;
    }
    if (element.scope !== null) this.#scopes.pop();
    const { property } = element;
    if (property === null) return;
    this.#properties.pop();
    this.#addValue(property.owner, property.names, property.text.replaceAll(/\s+/g, ' ').trim());
  }

  finish(): PageMarkup {
    return {
      language: this.#language,
      canonical: this.#canonical,
      alternates: this.#alternates,
      files: this.#files,
      jsonLd: this.#jsonLd,
      microdata: this.#microdata,
      meta: this.#meta,
      resources: this.#resources,
      textLength: this.#textLength,
      hasPasswordField: this.#hasPasswordField,
    };
  }

  #readElement(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'html')
      this.#language = (attributes['lang'] ?? attributes['xml:lang'] ?? '').trim().toLowerCase();
    else if (name === 'base') this.#base = readAddress(attributes['href'] ?? '', this.#url) ?? this.#url;
    else if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'link') this.#readLink(attributes);
    else if (name === 'script') {
      this.#addResource(attributes['src']);
      if (/^application\/(?:ld\+json|json\+ld)/i.test(attributes['type']?.trim() ?? '')) this.#script = '';
    } else if (name === 'img') this.#addResource(attributes['src']);
    else if (name === 'a') this.#addResource(attributes['href']);
    else if (name === 'input' && attributes['type']?.toLowerCase() === 'password')
      this.#hasPasswordField = true;
  }

  #readMeta(attributes: Readonly<Record<string, string>>): void {
    const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase();
    const content = attributes['content']?.trim() ?? '';
    if (key === '' || content === '' || this.#meta.size > resourcesMax) return;
    const values = this.#meta.get(key);
    if (values === undefined) this.#meta.set(key, [content]);
    else if (values.length < resourcesMax) values.push(content);
  }

  #readLink(attributes: Readonly<Record<string, string>>): void {
    const rels = (attributes['rel'] ?? '').toLowerCase().split(/\s+/);
    const { href = '' } = attributes;
    const url = readAddress(href, this.#base);
    if (url === null) return;
    this.#addResource(href);
    const language = attributes['hreflang']?.toLowerCase();
    if (rels.includes('canonical')) this.#canonical ??= url;
    else if (rels.includes('alternate') && language !== undefined) {
      if (this.#alternates.length < resourcesMax) this.#alternates.push({ language, url });
    } else if (
      rels.some((rel) => ['alternate', 'feed', 'product-feed'].includes(rel)) &&
      this.#files.length < 100
    )
      this.#files.push({ url, title: attributes['title'] ?? '' });
  }

  #addResource(address: string | undefined): void {
    if (address !== undefined && address !== '' && this.#resources.length < resourcesMax)
      this.#resources.push(address);
  }

  #openScope(attributes: Readonly<Record<string, string>>): Scope | null {
    if (attributes['itemscope'] === undefined) return null;
    const types = (attributes['itemtype'] ?? '')
      .split(/\s+/)
      .map((type) => type.slice(type.lastIndexOf('/') + 1));
    const [type = ''] = types;
    const object: Record<string, Json> = { '@type': type };
    if (attributes['itemid'] !== undefined) object['@id'] = attributes['itemid'];
    const scope = { object };
    const names = readNames(attributes['itemprop']);
    const owner = this.#scopes.at(-1);
    if (names.length > 0 && owner !== undefined) this.#addValue(owner, names, object);
    else if (this.#microdata.length < valuesMax) this.#microdata.push(object);
    return scope;
  }

  #openProperty(name: string, attributes: Readonly<Record<string, string>>): OpenElement['property'] {
    const owner = this.#scopes.at(-1);
    const names = readNames(attributes['itemprop']);
    if (owner === undefined || names.length === 0) return null;
    const value = readAttributeValue(name, attributes, this.#base);
    if (value === null) return { names, owner, text: '' };
    if (voidElements.has(name)) return { names, owner, text: value };
    this.#addValue(owner, names, value);
    return null;
  }

  #addValue({ object }: Scope, names: readonly string[], value: Json): void {
    if (++this.#values > valuesMax || value === '') return;
    for (const name of names) {
      const known = object[name];
      if (known === undefined) object[name] = value;
      else if (Array.isArray(known)) (known as Json[]).push(value);
      else object[name] = [known, value];
    }
  }
}

function readNames(itemprop: string | undefined): string[] {
  return (itemprop ?? '').split(/\s+/).filter((name) => name !== '' && !name.startsWith('__'));
}

/** The value of a property that an attribute has, or null if its text is the value. */
function readAttributeValue(
  name: string,
  attributes: Readonly<Record<string, string>>,
  base: string,
): string | null {
  if (attributes['content'] !== undefined) return attributes['content'].trim();
  if (['a', 'area', 'link'].includes(name))
    return readAddress(attributes['href'] ?? '', base) ?? attributes['href'] ?? '';
  if (['img', 'source', 'audio', 'video', 'embed', 'iframe'].includes(name)) {
    const source = attributes['src'] ?? '';
    // A picture that a script loads later has its address elsewhere.
    const lazy =
      source === '' || source.startsWith('data:')
        ? (attributes['data-src'] ?? attributes['data-lazy-src'] ?? '')
        : source;
    return readAddress(lazy, base) ?? '';
  }
  if (name === 'time') return attributes['datetime'] ?? null;
  if (name === 'data' || name === 'meter') return attributes['value'] ?? null;
  return name === 'meta' || name === 'input' ? (attributes['value'] ?? '') : null;
}

/** The value of a JSON-LD script; undefined where it cannot be read. Mends what shops write: comments around it, line breaks in texts. */
export function parseJsonLd(script: string): Json | undefined {
  const text = script
    .trim()
    .replace(/^(?:\/\*\s*)?(?:<!--|<!\[CDATA\[|\/\/\s*<!\[CDATA\[)(?:\s*\*\/)?/, '')
    .replace(/(?:\/\*\s*)?(?:-->|(?:\/\/\s*)?\]\]>)(?:\s*\*\/)?\s*$/, '')
    .replace(/;\s*$/, '')
    .trim();
  const oneLine = text.replaceAll(/\s/g, ' ');
  for (const candidate of [text, oneLine, oneLine.replaceAll(/,(\s*[}\]])/g, '$1')]) {
    try {
      const value = JSON.parse(candidate) as Json;
      return isObject(value) || Array.isArray(value) ? value : undefined;
    } catch {
      // The next candidate is mended.
    }
  }
  return undefined;
}
