import { VitrineError } from '../ports/errors.ts';

/** The error of a parameter or header. `expected` follows "must be". */
export function invalidParameter(path: string, code: string, expected: string): VitrineError {
  const detail = `${path} must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path, code, detail }] });
}
