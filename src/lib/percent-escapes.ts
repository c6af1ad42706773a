/** Writes percent-encodings in one form: unreserved characters as they are, others with upper-case digits. RFC 3986, section 6.2.2. */
export function normalizeEscapes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (escape, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
