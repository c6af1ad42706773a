import { endOfString, endOfValue, skipSpace } from './json-bytes.ts';

/** Members of an object within a JSON object that replace its top-level members. */
export interface OverlayRule {
  /** Names from the top level down to the object. */
  readonly object: readonly string[];
  readonly accepts: (name: string) => boolean;
  /** The name of the replaced member, where it is another one. */
  readonly as?: string;
}

interface Value {
  readonly start: number;
  readonly end: number;
}

const escapeMark = '\\u';
const commaByte = 44;
const openBracketByte = 91;
const closeBraceByte = 125;
const openBraceByte = 123;

/**
 * Replaces top-level members of a JSON object by values within it, as written. Later rules precede earlier ones. Objects, lists of
 * objects, null and empty strings replace nothing. Top-level members in `drop` are left out if they are objects.
 */
export function applyJsonOverlay(
  rules: readonly OverlayRule[],
  drop: readonly string[],
): (json: Uint8Array) => Uint8Array {
  const marks = [...new Set([...rules.map(({ object }) => object[0]!), ...drop])].map((name) =>
    Buffer.from(JSON.stringify(name)),
  );
  return (bytes) => {
    const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Most items have none of these members. A name may be written with escapes.
    if (!json.includes(escapeMark) && !marks.some((mark) => json.includes(mark))) return bytes;
    const members = readMembers(json, 0);
    const replacing = new Map<string, Value>();
    for (const { object, accepts, as } of rules) {
      const value = findValue(json, members, object);
      if (value === undefined || json[value.start] !== openBraceByte) continue;
      for (const [name, one] of readMembers(json, value.start))
        if (accepts(name) && isReplacement(json, one)) replacing.set(as ?? name, one);
    }
    const dropped = drop.filter(
      (name) => json[members.get(name)?.start ?? 0] === openBraceByte && members.has(name),
    );
    if (replacing.size === 0 && dropped.length === 0) return bytes;
    const texts: string[] = [];
    const add = (name: string, { start, end }: Value): void => {
      texts.push(`${JSON.stringify(name)}:${json.toString('utf8', start, end)}`);
    };
    for (const [name, value] of members) if (!dropped.includes(name)) add(name, replacing.get(name) ?? value);
    for (const [name, value] of replacing) if (!members.has(name)) add(name, value);
    return Buffer.from(`{${texts.join(',')}}`);
  };
}

function findValue(
  json: Buffer,
  members: ReadonlyMap<string, Value>,
  [name, ...below]: readonly string[],
): Value | undefined {
  const value = members.get(name!);
  if (value === undefined || below.length === 0) return value;
  return json[value.start] === openBraceByte
    ? findValue(json, readMembers(json, value.start), below)
    : undefined;
}

/** The members of the object at `start`; of a repeated name the last, as `JSON.parse` reads it. */
function readMembers(json: Buffer, start: number): Map<string, Value> {
  const members = new Map<string, Value>();
  let at = skipSpace(json, skipSpace(json, start) + 1);
  while (at < json.length && json[at] !== closeBraceByte) {
    const nameEnd = endOfString(json, at);
    const name = JSON.parse(json.toString('utf8', at, nameEnd)) as string;
    const value = skipSpace(json, skipSpace(json, nameEnd) + 1);
    const end = endOfValue(json, value);
    members.set(name, { start: value, end });
    at = skipSpace(json, end);
    if (json[at] === commaByte) at = skipSpace(json, at + 1);
  }
  return members;
}

function isReplacement(json: Buffer, { start, end }: Value): boolean {
  const first = json[start];
  if (first === openBraceByte) return false;
  if (first === openBracketByte) return json[skipSpace(json, start + 1)] !== openBraceByte;
  const text = end - start > 4 ? '' : json.toString('latin1', start, end);
  return text !== 'null' && text !== '""';
}
