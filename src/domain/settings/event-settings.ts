import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { dictionary, number, orNull, record, text } from './checks.ts';

const weight = orNull(number(-1, 10));
const check = record({
  weights: orNull(dictionary(limits.eventWeightsMax, text(limits.eventTypeLengthMax), weight, 'types')),
  otherWeight: orNull(number(0, 10)),
});

/** Errors in changes of event settings; null resets to the default. */
export function validateEventSettings(sent: unknown, path: string): InputError[] {
  return check(sent, path);
}
