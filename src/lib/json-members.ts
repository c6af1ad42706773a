import { endOfString, endOfValue, skipSpace } from './json-bytes.ts';

const quoteByte = 34;
const commaByte = 44;
const minusByte = 45;
const digitZeroByte = 48;
const digitNineByte = 57;
const backslashByte = 92;
const closeBraceByte = 125;

/** The text of a member: a string, or a number as written. */
export class MemberText {
  /** The bytes of an ASCII text without escapes; null for other texts. */
  readonly ascii: { readonly bytes: Uint8Array; readonly start: number; readonly end: number } | null;
  readonly #json: Buffer;
  readonly #start: number;
  readonly #end: number;
  #value: string | null = null;

  constructor(json: Buffer, start: number, end: number) {
    this.#json = json;
    this.#start = start;
    this.#end = end;
    this.ascii = isPlain(json, start, end) ? { bytes: json, start, end } : null;
  }

  get value(): string {
    return (this.#value ??= this.#decode());
  }

  #decode(): string {
    if (this.ascii !== null) return this.#json.toString('latin1', this.#start, this.#end);
    const text = this.#json.toString('utf8', this.#start, this.#end);
    return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
  }
}

function isPlain(json: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = json[at]!;
    if (byte >= 128 || byte === backslashByte) return false;
  }
  return true;
}

/**
 * Reads the texts of some top-level members of JSON objects, without parsing the rest: strings, and numbers as written where
 * `numbers` accepts their member. Highlighting needs a name, and parsing the whole item would cost more than the search.
 * @returns a function from UTF-8 that `JSON.parse` accepts to the text of each of `names`, or null
 */
export function memberTexts(
  names: readonly string[],
  numbers: (name: string) => boolean = () => false,
): (json: Uint8Array) => (MemberText | null)[] {
  // A name with a backslash is written with an escape.
  const encodeName = (name: string): Uint8Array | null => (name.includes('\\') ? null : Buffer.from(name));
  const members = names.map((name) => ({ bytes: encodeName(name), isNumeric: numbers(name) }));
  const findMember = (json: Buffer, start: number, end: number): number => {
    for (let index = 0; index < members.length; index++)
      if (isAt(json, start, end, members[index]!.bytes)) return index;
    return hasBackslash(json, start, end)
      ? names.indexOf(JSON.parse(json.toString('utf8', start - 1, end + 1)) as string)
      : -1;
  };
  return ({ buffer, byteOffset, byteLength }) => {
    const json = Buffer.from(buffer, byteOffset, byteLength);
    const texts: (MemberText | null)[] = names.map(() => null);
    let missing = names.length;
    let at = skipSpace(json, skipSpace(json, 0) + 1);
    while (missing > 0 && at < json.length && json[at] !== closeBraceByte) {
      const nameEnd = endOfString(json, at);
      const start = skipSpace(json, skipSpace(json, nameEnd) + 1);
      const end = endOfValue(json, start);
      const index = findMember(json, at + 1, nameEnd - 1);
      if (index >= 0) {
        missing--;
        texts[index] = readText(json, start, end, members[index]!.isNumeric);
      }
      at = skipSpace(json, end);
      if (json[at] === commaByte) at = skipSpace(json, at + 1);
    }
    return texts;
  };
}

function isAt(json: Uint8Array, start: number, end: number, name: Uint8Array | null): boolean {
  if (name === null || end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (json[start + i] !== name[i]) return false;
  return true;
}

function hasBackslash(json: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (json[at] === backslashByte) return true;
  return false;
}

function readText(json: Buffer, start: number, end: number, isNumeric: boolean): MemberText | null {
  const first = json[start]!;
  if (first === quoteByte) return new MemberText(json, start + 1, end - 1);
  const isNumber = first === minusByte || (first >= digitZeroByte && first <= digitNineByte);
  return isNumber && isNumeric ? new MemberText(json, start, end) : null;
}
