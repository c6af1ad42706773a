import type { FoundEncoding } from '../../../lib/utf8-source.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { FileWarnings } from './file-warnings.ts';

/** The code of warnings about the encoding of a file. */
export const encodingWarning = 'encoding';

/** A declared encoding that cannot be read. */
export function createEncodingError(label: string): VitrineError {
  const detail = `The file declares the encoding ${JSON.stringify(label.slice(0, 100))}, which cannot be read: name another one with encoding=, or save the file as UTF-8`;
  return new VitrineError('invalid_request', detail, {
    errors: [{ path: 'body', code: 'unknown_encoding', detail }],
  });
}

/** Why the encoding of a file may be wrong. */
export function findEncodingWarnings(found: FoundEncoding): Parameters<FileWarnings['add']>[0][] {
  const { encoding, contradicted, likely } = found;
  const reasons = [
    ...(contradicted === null ? [] : [`declares ${contradicted.slice(0, 100)}, which it is not`]),
    ...(likely.length === 0 ? [] : [`looks like ${likely.join(' or ')}`]),
  ];
  if (reasons.length === 0) return [];
  const detail = `The file ${reasons.join(', and ')}: it is read as ${encoding}. If letters are wrong, import with encoding=${likely[0] ?? '…'}`;
  return [{ code: encodingWarning, column: null, detail, line: null }];
}
