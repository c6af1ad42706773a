const quoteByte = 34;
const commaByte = 44;
const openBracketByte = 91;
const backslashByte = 92;
const closeBracketByte = 93;
const openBraceByte = 123;
const closeBraceByte = 125;

/** Bytes of a string that are read one by one before a search for its end, which costs as much. */
const nearBytes = 64;

/** Whether an object or list begins at `at`. */
export function isContainer(json: Uint8Array, at: number): boolean {
  return json[at] === openBraceByte || json[at] === openBracketByte;
}

/** The first index from `start` that is not white space. */
export function skipSpace(json: Uint8Array, start: number): number {
  let at = start;
  // Only white space is below "!" here.
  while (at < json.length && json[at]! <= 32) at++;
  return at;
}

/** The index after the string at `start`. */
export function endOfString(json: Uint8Array, start: number): number {
  const near = start + nearBytes;
  let at = start + 1;
  for (; at < near; at++) {
    const byte = json[at];
    if (byte === quoteByte || byte === undefined) return at + 1;
    if (byte === backslashByte) at++;
  }
  for (;;) {
    const quote = json.indexOf(quoteByte, at);
    if (quote < 0) return json.length + 1;
    let backslashes = 0;
    while (quote - backslashes > at && json[quote - 1 - backslashes] === backslashByte) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** The index after the value at `start`. */
export function endOfValue(json: Uint8Array, start: number): number {
  const first = json[start];
  if (first === quoteByte) return endOfString(json, start);
  let at = start;
  if (first === openBraceByte || first === openBracketByte) {
    let depth = 0;
    do {
      const byte = json[at];
      if (byte === quoteByte) {
        at = endOfString(json, at);
        continue;
      }
      if (byte === openBraceByte || byte === openBracketByte) depth++;
      else if (byte === closeBraceByte || byte === closeBracketByte) depth--;
      at++;
    } while (depth > 0 && at < json.length);
    return at;
  }
  while (at < json.length && json[at]! > 32 && !isEnd(json[at])) at++;
  return at;
}

function isEnd(byte: number | undefined): boolean {
  return byte === commaByte || byte === closeBraceByte || byte === closeBracketByte;
}
