import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { textFault } from '../catalog/json-document.ts';

/** Validates a value: its errors with paths; empty if valid. */
export type Check = (value: unknown, path: string) => InputError[];

export function validationError(path: string, code: string, expected: string): InputError[] {
  return [{ path, code, detail: `${path} must be ${expected}` }];
}

export function number(min: number, max: number): Check {
  return (value, path) => {
    const expected = `a number from ${min} to ${max}`;
    if (typeof value !== 'number') return validationError(path, 'type', expected);
    return value >= min && value <= max
      ? []
      : validationError(path, 'out_of_range', `${expected}, not ${value}`);
  };
}

export function integer(min: number, max: number): Check {
  return (value, path) => {
    const expected = `a whole number from ${min} to ${max}`;
    if (typeof value !== 'number' || !Number.isInteger(value)) return validationError(path, 'type', expected);
    return value >= min && value <= max
      ? []
      : validationError(path, 'out_of_range', `${expected}, not ${value}`);
  };
}

export function flag(value: unknown, path: string): InputError[] {
  return typeof value === 'boolean' ? [] : validationError(path, 'type', 'true or false');
}

export function text(lengthMax: number): Check {
  return (value, path) => {
    if (typeof value !== 'string') return validationError(path, 'type', 'text');
    if (value.trim() === '') return validationError(path, 'too_short', 'at least one character long');
    if (value.length > lengthMax)
      return validationError(path, 'too_long', `at most ${lengthMax} characters long`);
    const wrong = textFault(value);
    return wrong === null ? [] : validationError(path, 'invalid_text', `clean text: it ${wrong}`);
  };
}

export function oneOf(values: readonly string[]): Check {
  return (value, path) =>
    typeof value === 'string' && values.includes(value)
      ? []
      : validationError(path, 'not_allowed', `one of ${values.join(', ')}`);
}

export function list(countMax: number, each: Check, noun: string): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return validationError(path, 'type', 'a list');
    if (value.length > countMax)
      return validationError(path, 'too_many', `a list of at most ${countMax} ${noun}, not ${value.length}`);
    return value.flatMap((entry: unknown, index) => each(entry, `${path}[${index}]`));
  };
}

export function distinct(check: Check): Check {
  return (value, path) => {
    const faults = check(value, path);
    if (faults.length > 0 || new Set(value as unknown[]).size === (value as unknown[]).length) return faults;
    return validationError(path, 'duplicate', 'a list without repetitions');
  };
}

/** Allows null, which resets to the default. */
export function orNull(check: Check): Check {
  return (value, path) => (value === null ? [] : check(value, path));
}

/** An object with arbitrary keys and values of one kind. */
export function dictionary(countMax: number, name: Check, each: Check, noun: string): Check {
  return (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return validationError(path, 'type', 'an object');
    const entries = Object.entries(value);
    if (entries.length > countMax)
      return validationError(
        path,
        'too_many',
        `an object with at most ${countMax} ${noun}, not ${entries.length}`,
      );
    return entries.flatMap(([key, entry]) => {
      const at = `${path}.${key.slice(0, 100).toWellFormed()}`;
      return [...name(key, at), ...each(entry, at)];
    });
  };
}

/** An object with some of the members; `required` ones must be present. */
export function record(members: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return validationError(path, 'type', 'an object');
    const missing = required
      .filter((name) => !Object.hasOwn(value, name))
      .flatMap((name) => [
        { path: `${path}.${name}`, code: 'required', detail: `${path}.${name} is required` },
      ]);
    const faults = Object.entries(value).flatMap(([name, entry]): InputError[] => {
      const at = `${path}.${name.slice(0, 100).toWellFormed()}`;
      const check = Object.hasOwn(members, name) ? members[name] : undefined;
      if (check !== undefined) return check(entry, at);
      const known = Object.keys(members).join(', ');
      return [{ path: at, code: 'unknown', detail: `${at} is not known here: there are ${known}` }];
    });
    return [...missing, ...faults].slice(0, limits.settingsErrorsMax);
  };
}
