/** The value of a JSON text; undefined: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON, or empty. */
export function isJson(text: string): boolean {
  return text.trim() === '' || parsedJson(text) !== undefined;
}
