import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { dictionary, number, orNull, record, text } from './checks.ts';

const weight = orNull(number(-1, 10));
const check = record({
  weights: orNull(dictionary(limits.eventWeightsMax, text(limits.eventTypeLengthMax), weight, 'types')),
  otherWeight: orNull(number(0, 10)),
});

/** What is wrong with changes of event settings, a null standing for "back to the default"; empty where nothing is. */
export function validateEventSettings(sent: unknown, path: string): InputError[] {
  return check(sent, path);
}
