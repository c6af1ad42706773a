import sax from 'sax';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { htmlEntities } from '../../../lib/html-entities.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import { createLineError } from '../import-records.ts';
import type { Table, TableRow } from './table-records.ts';

/** The elements that are products in feeds of RSS 2.0 and Atom, of price comparisons and of shops, in lower case. */
const productElements: ReadonlySet<string> = new Set([
  'item',
  'entry',
  'product',
  'shopitem',
  'offer',
  'article',
  'record',
  'row',
  'artikel',
  'produkt',
  'produit',
  'producto',
  'prodotto',
  'produto',
  'tovar',
]);
/** Elements that name a field of their own in an attribute: `<param name="Color">red</param>`. */
const namingElements: ReadonlySet<string> = new Set(['param', 'attribute', 'property', 'feature']);
const googleNamespace = /^https?:\/\/base\.google\.com\/(?:ns|cns)\/1\.0\/?$/i;
/** Characters parsed between two pauses. */
const pieceLength = 64 * 1024;
/** Cost of an element besides its name and text, in characters. */
const elementCost = 100;
/** Cost of a parsed character, in scanned bytes of JSON. */
const characterCost = 4;

/**
 * The products of a feed in XML, in UTF-8, with a column for each element and attribute of theirs: RSS 2.0 (`item`), Atom (`entry`), and
 * feeds with any root whose products are `product`, `SHOPITEM`, `offer` and the like. A repeated element is a list in JSON, one with
 * elements inside an object. Prefixes such as `g:` are left out.
 *
 * The parser knows the named entities of HTML only, and reads no other file; a DOCTYPE is rejected. Its rows throw VitrineError
 * invalid_request at the line where the XML is not well-formed. Holds one product in memory: sax passes on texts in pieces of
 * 64 kB and rejects longer tags.
 */
export function openXmlTable(source: AsyncIterable<Uint8Array>, slices: WorkSlices): Table {
  const names: string[] = [];
  const parser = new FeedParser(names);
  return {
    names,
    delimiter: null,
    rows: readRows(source, parser, slices),
    layout: () => (parser.isGoogle ? 'google' : null),
  };
}

async function* readRows(
  source: AsyncIterable<Uint8Array>,
  parser: FeedParser,
  slices: WorkSlices,
): AsyncIterable<TableRow> {
  const decoder = new TextDecoder();
  for await (const chunk of source) {
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += pieceLength) {
      const piece = text.slice(at, at + pieceLength);
      await slices.spend(characterCost * piece.length);
      yield* parser.add(piece);
      parser.throwError();
    }
  }
  yield* parser.end();
  parser.throwError();
  parser.checkProducts();
}

/** An element inside a product. */
interface OpenElement {
  readonly tag: string;
  text: string;
  children: ElementValues | null;
}

/** The values of elements by their name without prefix. */
type ElementValues = Map<string, { readonly isPrefixed: boolean; readonly values: string[] }>;

class FeedParser {
  readonly #names: string[];
  readonly #indexOfName = new Map<string, number>();
  readonly #parser = sax.parser(true);
  #rows: TableRow[] = [];
  #depth = 0;
  #hasRoot = false;
  #hasProduct = false;
  /** Line of the open product. */
  #line = 0;
  #product: ElementValues | null = null;
  #productLength = 0;
  #open: OpenElement[] = [];
  #error: VitrineError | null = null;
  /** The attributes of the open product. */
  #attributes: Readonly<Record<string, string>> = {};
  /** Whether the namespace of Google's attributes is declared. */
  isGoogle = false;

  constructor(names: string[]) {
    this.#names = names;
    Object.assign(this.#parser, {
      onerror: (error: Error) =>
        this.#fail('format', `must be well-formed XML: ${error.message.split('\n')[0] ?? ''}`),
      ondoctype: () => this.#fail('format', 'must have no DOCTYPE'),
      onopentag: ({ name, attributes }: sax.Tag) => this.#openTag(name, attributes),
      onclosetag: () => this.#closeTag(),
      ontext: (text: string) => this.#addText(text),
      oncdata: (text: string) => this.#addText(text),
      ENTITIES: htmlEntities,
    });
  }

  /** The products that end in this piece, up to the first error. */
  add(text: string): TableRow[] {
    this.#rows = [];
    this.#parser.write(text);
    return this.#rows;
  }

  /** The products that end with the file. */
  end(): TableRow[] {
    this.#rows = [];
    if (this.#hasRoot) this.#parser.close();
    else this.#fail('format', 'must be XML: there is no element');
    return this.#rows;
  }

  /** @throws VitrineError invalid_request if there was no product */
  checkProducts(): void {
    if (this.#hasProduct) return;
    const detail =
      'The file has no products: XML needs elements such as `item`, `entry`, `product`, `offer` or `SHOPITEM`';
    throw new VitrineError('invalid_request', detail, {
      errors: [{ path: 'body', code: 'required', detail }],
    });
  }

  throwError(): void {
    if (this.#error !== null) throw this.#error;
  }

  #fail(code: string, text: string): void {
    if (this.#error !== null) return;
    const { message, errors } = createLineError(this.#parser.line + 1, code, text);
    this.#error = new VitrineError('invalid_request', message, { errors });
  }

  #openTag(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#hasRoot = true;
    this.#depth++;
    if (this.#depth > limits.importXmlDepthMax)
      this.#fail('too_deep', `must nest at most ${limits.importXmlDepthMax} elements`);
    if (this.#error !== null) return;
    if (!this.isGoogle) this.isGoogle = declaresGoogle(attributes);
    if (this.#product === null) {
      if (!productElements.has(stripPrefix(tag).toLowerCase())) return;
      this.#product = new Map();
      this.#attributes = attributes;
      this.#hasProduct = true;
      this.#productLength = 0;
      this.#line = this.#parser.line + 1;
      this.#open = [];
      return;
    }
    this.#productLength += tag.length + elementCost;
    // Atom writes `<link href="..."/>`.
    this.#open.push({ tag: nameField(tag, attributes), text: attributes['href'] ?? '', children: null });
  }

  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || this.#error !== null) return;
    this.#productLength += text.length;
    if (this.#productLength <= limits.importLineBytesMax) element.text += text;
  }

  #closeTag(): void {
    this.#depth--;
    if (this.#product === null || this.#error !== null) return;
    const element = this.#open.pop();
    if (element === undefined) {
      this.#endProduct(this.#product);
      this.#product = null;
      return;
    }
    const value = toValue(element);
    if (value === '' || this.#productLength > limits.importLineBytesMax) return;
    const parent = this.#open.at(-1);
    addValue(parent === undefined ? this.#product : (parent.children ??= new Map()), element.tag, value);
  }

  #endProduct(product: ElementValues): void {
    const refuse = (code: string, text: string): void => {
      const source = { rows: [], findColumn: null };
      this.#rows.push({ line: this.#line, error: createLineError(this.#line, code, text), source });
    };
    if (this.#productLength > limits.importLineBytesMax)
      return refuse('too_long', `must be at most ${limits.importLineBytesMax} bytes`);
    // Elements win over attributes of the same name.
    for (const [name, value] of Object.entries(this.#attributes))
      if (!name.includes(':') && name !== 'xmlns' && !product.has(name) && value.trim() !== '')
        product.set(name, { isPrefixed: false, values: [value.trim()] });
    const cells: string[] = [];
    for (const [name, { values }] of product) {
      if (!this.#indexOfName.has(name)) {
        if (this.#names.length >= limits.importColumnsMax)
          return refuse('too_many', `must not add an element to the ${limits.importColumnsMax} of the file`);
        this.#indexOfName.set(name, this.#names.length);
        this.#names.push(name);
      }
      cells[this.#indexOfName.get(name)!] = values.length === 1 ? values[0]! : JSON.stringify(values);
    }
    // Bytes that are not UTF-8 have become this character.
    if (cells.some((cell) => cell?.includes('\ufffd')))
      return refuse('invalid_text', 'must be in the encoding of the file');
    this.#rows.push({ line: this.#line, cells: Array.from(cells, (cell) => cell ?? '') });
  }
}

function declaresGoogle(attributes: Readonly<Record<string, string>>): boolean {
  return Object.entries(attributes).some(
    ([name, value]) => name.startsWith('xmlns') && googleNamespace.test(value.trim()),
  );
}

/** The field of an element: its attribute `name`, as in `<param name="color">`, or its tag. */
function nameField(tag: string, attributes: Readonly<Record<string, string>>): string {
  const named = attributes['name']?.trim() ?? '';
  const isNamed =
    namingElements.has(stripPrefix(tag).toLowerCase()) &&
    named !== '' &&
    named.length <= limits.fieldNameLengthMax &&
    !/^_|:/.test(named);
  return isNamed ? named : tag;
}

/** `g:image_link` is `image_link`. */
function stripPrefix(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

/** Feeds repeat elements of RSS and Atom with a prefix, such as `title` and `g:title`: those with a prefix count. */
function addValue(values: ElementValues, tag: string, value: string): void {
  const isPrefixed = tag.includes(':');
  // Atom calls a description `summary`.
  const name = tag === 'summary' ? 'description' : stripPrefix(tag);
  const earlierValue = values.get(name);
  if (earlierValue === undefined || (isPrefixed && !earlierValue.isPrefixed))
    values.set(name, { isPrefixed, values: [value] });
  else if (earlierValue.isPrefixed === isPrefixed) earlierValue.values.push(value);
}

function toValue({ text, children }: OpenElement): string {
  if (children === null) return text.trim();
  const members = [...children].map(([name, { values }]) => [name, values.length === 1 ? values[0] : values]);
  return JSON.stringify(Object.fromEntries(members));
}
