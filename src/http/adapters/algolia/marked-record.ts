import { endOfString, endOfValue, skipSpace } from '../../../lib/json-bytes.ts';
import { MemberText } from '../../../lib/json-members.ts';
import type { TextMark, TextMarks } from '../../../ports/search/text-marks.ts';
import { geoField } from './attributes.ts';
import { formatHighlight, formatSnippet } from './marked-texts.ts';
import type { TextDisplay } from './search-parameters.ts';

/** `_highlightResult` and `_snippetResult` of a record, and its points on a map, as JSON text. */
export interface MarkedRecord {
  readonly highlights: string;
  /** Null if no attribute has a snippet. */
  readonly snippets: string | null;
  /** Null if the record has no points. */
  readonly points: string | null;
}

interface MarkedElement {
  /** Empty if the element has no highlight. */
  readonly highlight: string;
  readonly snippet: string;
  readonly isMatched: boolean;
  /** The JSON of an empty object or list, empty text for other elements. */
  readonly empty: string;
}

const quoteByte = 34;
const commaByte = 44;
const minusByte = 45;
const digitZeroByte = 48;
const digitNineByte = 57;
const openBracketByte = 91;
const closeBracketByte = 93;
const openBraceByte = 123;
const closeBraceByte = 125;
const underscoreByte = 95;
/** Depth below which texts are not marked. */
const depthMax = 20;

const noMarks: readonly TextMark[] = [];

/**
 * A function from the JSON of an item to the marks of its texts, in the structure of the item. Texts without a match keep their
 * bytes: nothing is parsed. `marks` is null if the query has no words.
 */
export function recordMarker(
  marks: TextMarks | null,
  display: TextDisplay,
): (json: Uint8Array) => MarkedRecord {
  const walk = new RecordWalk(marks, display);
  return (json) => walk.record(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
}

/** Marks one record after the other. Each step leaves what it found in the members, and returns the index after its value. */
class RecordWalk {
  readonly #marks: TextMarks | null;
  readonly #display: TextDisplay;
  readonly #all: number;
  #json: Buffer = Buffer.alloc(0);
  /** Empty if the value has no highlight. */
  #highlight = '';
  #snippet = '';
  #isMatched = false;

  constructor(marks: TextMarks | null, display: TextDisplay) {
    this.#marks = marks;
    this.#display = display;
    this.#all = marks === null ? 0 : 2 ** marks.words.length - 1;
  }

  record(json: Buffer): MarkedRecord {
    this.#json = json;
    let [highlights, snippets, points]: [string, string, string | null] = ['', '', null];
    let at = skipSpace(json, skipSpace(json, 0) + 1);
    while (at < json.length && json[at] !== closeBraceByte) {
      const nameEnd = endOfString(json, at);
      const start = skipSpace(json, skipSpace(json, nameEnd) + 1);
      if (json[at + 1] === underscoreByte) {
        at = this.#next(endOfValue(json, start));
        continue;
      }
      const name = this.#name(at, nameEnd);
      const end = this.#markValue(start, name, 1);
      if (name === geoField) points = json.toString('utf8', start, end);
      const member = this.#json.toString('utf8', at, nameEnd);
      if (this.#highlight !== '') highlights += `${highlights === '' ? '' : ','}${member}:${this.#highlight}`;
      if (this.#snippet !== '') snippets += `${snippets === '' ? '' : ','}${member}:${this.#snippet}`;
      at = this.#next(end);
    }
    return {
      highlights: `{${highlights}}`,
      snippets: this.#display.snippets.size === 0 ? null : `{${snippets}}`,
      points: points === 'null' ? null : points,
    };
  }

  /** Returns the index of the next entry or closing bracket after a value. */
  #next(end: number): number {
    const at = skipSpace(this.#json, end);
    return this.#json[at] === commaByte ? skipSpace(this.#json, at + 1) : at;
  }

  #name(start: number, end: number): string {
    const text = this.#json.toString('utf8', start + 1, end - 1);
    return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
  }

  #markValue(start: number, attribute: string, depth: number): number {
    const json = this.#json;
    const first = json[start]!;
    this.#highlight = '';
    this.#snippet = '';
    this.#isMatched = false;
    if (first === quoteByte) {
      const end = endOfString(json, start);
      this.#markText(start, end, new MemberText(json, start + 1, end - 1), attribute);
      return end;
    }
    if (depth < depthMax && first === openBraceByte) return this.#markObject(start, attribute, depth);
    if (depth < depthMax && first === openBracketByte) return this.#list(start, attribute, depth);
    const end = endOfValue(json, start);
    const isNumber = first === minusByte || (first >= digitZeroByte && first <= digitNineByte);
    // Numbers are marked as texts if the request names their attribute.
    if (isNumber && this.#display.highlighted !== null)
      this.#markText(start, end, new MemberText(json, start, end), attribute);
    return end;
  }

  #markText(start: number, end: number, text: MemberText, attribute: string): void {
    const { highlighted } = this.#display;
    const isHighlighted = highlighted === null || isWithin(highlighted, attribute);
    const words = this.#findSnippetLength(attribute);
    if (!isHighlighted && words === null) return;
    const textMarks = this.#marks?.find(text) ?? noMarks;
    this.#isMatched = textMarks.length > 0;
    const terms = { all: this.#all, words: this.#marks?.words ?? [] };
    if (isHighlighted)
      this.#highlight = this.#isMatched
        ? formatHighlight(text.value, textMarks, terms, this.#display)
        : `{"value":${this.#copyText(start, end, text)},"matchLevel":"none","matchedWords":[]}`;
    if (words !== null)
      this.#snippet = formatSnippet(text.value, textMarks, { ...terms, size: words }, this.#display);
  }

  /** The JSON of a text, as it is stored. */
  #copyText(start: number, end: number, { ascii }: MemberText): string {
    const raw = this.#json.toString(ascii === null ? 'utf8' : 'latin1', start, end);
    return this.#json[start] === quoteByte ? raw : `"${raw}"`;
  }

  #findSnippetLength(attribute: string): number | null {
    const { snippets } = this.#display;
    if (snippets.size === 0) return null;
    for (const [name, words] of snippets) if (isBelow(name, attribute)) return words;
    return snippets.get('*') ?? null;
  }

  #markObject(start: number, attribute: string, depth: number): number {
    const json = this.#json;
    let [highlights, snippets, isMatched] = ['', '', false];
    let at = skipSpace(json, start + 1);
    while (json[at] !== closeBraceByte) {
      const nameEnd = endOfString(json, at);
      const value = skipSpace(json, skipSpace(json, nameEnd) + 1);
      const end = this.#markValue(value, `${attribute}.${this.#name(at, nameEnd)}`, depth + 1);
      const member = json.toString('utf8', at, nameEnd);
      if (this.#highlight !== '')
        highlights += `${highlights === '' ? '{' : ','}${member}:${this.#highlight}`;
      if (this.#snippet !== '') snippets += `${snippets === '' ? '{' : ','}${member}:${this.#snippet}`;
      isMatched ||= this.#isMatched;
      at = this.#next(end);
    }
    this.#highlight = highlights === '' ? '' : `${highlights}}`;
    this.#snippet = snippets === '' ? '' : `${snippets}}`;
    this.#isMatched = isMatched;
    return at + 1;
  }

  #list(start: number, attribute: string, depth: number): number {
    const json = this.#json;
    const elements: MarkedElement[] = [];
    let at = skipSpace(json, start + 1);
    while (json[at] !== closeBracketByte) {
      const empty = json[at] === openBraceByte ? '{}' : json[at] === openBracketByte ? '[]' : '';
      const end = this.#markValue(at, attribute, depth + 1);
      elements.push({
        highlight: this.#highlight,
        snippet: this.#snippet,
        isMatched: this.#isMatched,
        empty,
      });
      at = this.#next(end);
    }
    this.#isMatched = elements.some(({ isMatched }) => isMatched);
    const isShown = this.#display.matchingElementsOnly && this.#isMatched;
    const shownElements = isShown ? elements.filter(({ isMatched }) => isMatched) : elements;
    this.#highlight = joinElements(shownElements, ({ highlight }) => highlight);
    this.#snippet = joinElements(shownElements, ({ snippet }) => snippet);
    return at + 1;
  }
}

/** Objects and lists without a text keep their places in a list: pages look up texts by the index in the record. */
function joinElements(elements: readonly MarkedElement[], mark: (one: MarkedElement) => string): string {
  if (elements.every((one) => mark(one) === '')) return '';
  const parts = elements.map((one) => mark(one) || one.empty).filter((one) => one !== '');
  return `[${parts.join(',')}]`;
}

function isWithin(names: readonly string[], attribute: string): boolean {
  return names.some((name) => isBelow(name, attribute));
}

/** Whether a name is that of the attribute, or of an object around it. */
function isBelow(name: string, attribute: string): boolean {
  return attribute.startsWith(name) && (attribute.length === name.length || attribute[name.length] === '.');
}
