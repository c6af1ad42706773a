import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { cloneText } from '../../lib/detached-copies.ts';

/** Copies the parameters of a URL. Substrings of a URL keep all of it in memory: a cached query would hold up to 16 kB. */
export function detachTexts(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      cloneText(name),
      Array.isArray(value) ? value.map(detachText) : detachText(value),
    ]),
  );
}

function detachText(value: unknown): unknown {
  return typeof value === 'string' ? cloneText(value) : value;
}

/** The query of a request, which `checkQuery()` accepted. */
export function readQuery({ query }: Pick<FastifyRequest, 'query'>): Record<string, unknown> {
  return detachTexts(query as Record<string, unknown>);
}

/** @throws VitrineError invalid_request */
export function checkQuery({ raw: { url = '' } }: FastifyRequest): void {
  const at = url.indexOf('?');
  if (at === -1) return;
  try {
    decodeURIComponent(url.slice(at + 1));
  } catch {
    throw new VitrineError('invalid_request', 'The query of the address is not percent-encoded UTF-8', {
      errors: [{ path: 'query', code: 'invalid_text', detail: 'the query must be percent-encoded UTF-8' }],
    });
  }
}

/** The parameters in the path. @throws VitrineError invalid_request */
export function readPath({ params }: Pick<FastifyRequest, 'params'>): Readonly<Record<string, string>> {
  const path = detachTexts((params ?? {}) as Record<string, string>) as Record<string, string>;
  for (const value of Object.values(path))
    if (value.includes('\0') || !value.isWellFormed())
      throw new VitrineError('invalid_request', 'The address must not contain NUL', {
        errors: [{ path: 'path', code: 'invalid_text', detail: 'the path must not contain NUL' }],
      });
  return path;
}
