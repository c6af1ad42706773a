import type { ListPosition, RulePin } from '../../ports/search/rules.ts';
import { compileTimeDependentFilter, type TimeDependentFilter } from './time-dependent-filter.ts';

/** A pin whose filter, if it is a slot, is read once. */
export type CompiledPin = { readonly position: number } & (
  | { readonly id: string }
  | { readonly filter: TimeDependentFilter }
);

export function compilePins(pins: readonly RulePin[]): readonly CompiledPin[] {
  return pins.map(({ id = '', filter: slot, position }) =>
    slot === undefined ? { position, id } : { position, filter: compileTimeDependentFilter(slot) },
  );
}

/** The pin at a time in ms since 1970, on which filters may depend. */
export function placePin(pin: CompiledPin, now: number): ListPosition {
  return 'id' in pin ? pin : { position: pin.position, filter: pin.filter.resolveAt(now) };
}
