/** The host of a URL, with its port if it is not the default; empty: the text names none. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
