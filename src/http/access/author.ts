import type { Authorship } from '../../ports/configuration/authorship.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';

/** Who makes a request, as versions name them: `console`, or the name of the API key; its prefix where it has none. */
export function nameAuthor(key: Caller | null): string {
  return key === null ? consoleKeyId : key.name || key.prefix;
}

export function createAuthorship(key: Caller | null, message: string | null = null): Authorship {
  return { author: nameAuthor(key), message };
}

/** The id of the key or user that makes a request: other keys can have the same name. */
export function readAuthorId(key: Caller | null): string {
  return key?.consoleUser?.id ?? key?.id ?? consoleKeyId;
}
