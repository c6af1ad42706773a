import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../ports/errors.ts';

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

/** The query of a request. @throws VitrineError invalid_request */
export function readQuery(request: FastifyRequest): Record<string, unknown> {
  const at = request.raw.url?.indexOf('?') ?? -1;
  if (at !== -1) {
    try {
      decodeURIComponent((request.raw.url ?? '').slice(at + 1));
    } catch {
      throw new VitrineError('invalid_request', 'The query of the address is not percent-encoded UTF-8', {
        errors: [{ path: 'query', code: 'invalid_text', detail: 'the query must be percent-encoded UTF-8' }],
      });
    }
  }
  return detachedTexts(request.query as Record<string, unknown>);
}

/** @throws VitrineError invalid_request */
export function checkPath(value: string): void {
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new VitrineError('invalid_request', 'The address must not contain NUL', {
      errors: [{ path: 'path', code: 'invalid_text', detail: 'the path must not contain NUL' }],
    });
  }
}
