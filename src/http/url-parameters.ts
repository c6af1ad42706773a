import { cloneText } from '../lib/detached-copies.ts';

/**
 * The parameters of an address. The router and the parser of queries cut them from it: a query or a session id that is
 * remembered would keep all of an address of 16 kB in memory.
 */
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
