import { cloneText } from '../lib/detached-copies.ts';

/** Copies the parameters of a URL. Substrings of a URL keep all of it in memory: a cached query would hold up to 16 kB. */
export function detachedTexts(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      cloneText(name),
      Array.isArray(value) ? value.map(ownText) : ownText(value),
    ]),
  );
}

function ownText(value: unknown): unknown {
  return typeof value === 'string' ? cloneText(value) : value;
}
