import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';

/** `offset` and `limit` are checked one by one before; this is their sum. @throws VitrineError invalid_request */
export function checkWindow(offset: number, limit: number): void {
  if (offset + limit <= limits.searchWindowMax) return;
  const detail = `offset + limit must be at most ${limits.searchWindowMax}: current value is ${offset + limit}. The export lists everything`;
  throw new VitrineError('invalid_request', detail, {
    errors: [{ path: 'offset', code: 'out_of_range', detail }],
  });
}
