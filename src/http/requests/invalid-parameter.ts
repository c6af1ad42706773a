import { VitrineError } from '../../ports/errors.ts';

/** The error of a parameter or header. `expected` follows "must be". */
export function createParameterError(path: string, code: string, expected: string): VitrineError {
  const detail = `${path} must be ${expected}`;
  return new VitrineError('invalid_request', detail, { errors: [{ path, code, detail }] });
}

/** Runs a parser; prefixes the paths of its errors. */
export function prefixErrorPaths<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    throw new VitrineError(error.code, `${path}: ${error.message}`, {
      errors: error.errors.map((one) => ({ ...one, path: `${path}.${one.path}` })),
      members: error.members,
    });
  }
}
