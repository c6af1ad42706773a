import type { InputError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { createFault, Fault, listErrorsAt, quoteValue, type Field, type FieldOutput } from './fields.ts';
import { makeSchemaOptional, defineObjectSchema, type Schema } from './schema.ts';

/** A member of an object that may be absent. */
export interface OptionalField<T> extends Field<T> {
  readonly isOptional: true;
}
export type Members = Readonly<Record<string, Field<unknown>>>;
type OptionalNames<M> = { [K in keyof M]: M[K] extends OptionalField<unknown> ? K : never }[keyof M];
export type MembersValue<M> = { readonly [K in Exclude<keyof M, OptionalNames<M>>]: FieldOutput<M[K]> } & {
  readonly [K in OptionalNames<M>]?: FieldOutput<M[K]>;
};

export function makeOptional<T>(field: Field<T>): OptionalField<T> {
  return { ...field, isOptional: true };
}

const noErrors: readonly InputError[] = [];

interface ObjectOptions {
  readonly description?: string;
  /** Whether null counts as absent. */
  readonly nullIsAbsent?: boolean;
  /** Whether other members are ignored; otherwise they are errors. */
  readonly ignoresOthers?: boolean;
}

/** An object; its members are required unless they are `makeOptional()`. */
export function defineObject<M extends Members>(
  members: M,
  options: ObjectOptions = {},
): Field<MembersValue<M>> {
  const { description, nullIsAbsent = false, ignoresOthers = false } = options;
  const entries = Object.entries(members).map(([name, field]) => ({
    name,
    field,
    isOptional: 'isOptional' in field,
  }));
  return {
    schema: {
      ...defineObjectSchema(collectMemberSchemas(members), description === undefined ? {} : { description }),
      ...(ignoresOthers ? {} : { additionalProperties: false }),
    },
    read: (value, path) => {
      if (!isObject(value)) return createFault(path, 'type', `an object, not ${quoteValue(value)}`);
      const read: Record<string, unknown> = {};
      // Paths and lists are made for errors only, as most values are valid.
      let [absent, errors] = [noErrors, noErrors];
      for (let i = 0; i < entries.length; i++) {
        const { name, field, isOptional } = entries[i]!;
        // No declared name is one of `Object.prototype`.
        const input = value[name];
        if (input === undefined || (input === null && nullIsAbsent)) {
          if (!isOptional) absent = [...absent, createMissingError(`${path}.${name}`)];
          continue;
        }
        const member = field.read(input, path);
        if (!(member instanceof Fault)) read[name] = member;
        else errors = [...errors, ...listErrorsAt(field, input, `${path}.${name}`)];
      }
      if (!ignoresOthers) errors = [...errors, ...listUnknownMembers(value, members, path)];
      if (absent.length + errors.length > 0) return new Fault([...absent, ...errors]);
      return read as MembersValue<M>;
    },
  };
}

/** An object whose absent members have default values. */
export function addDefaults<T extends object, D extends Partial<Record<keyof T, unknown>>>(
  field: Field<T>,
  defaults: D,
): Field<Omit<T, keyof D> & { [K in keyof D]: D[K] | Exclude<T[K & keyof T], undefined> }> {
  type Complete = Omit<T, keyof D> & { [K in keyof D]: D[K] | Exclude<T[K & keyof T], undefined> };
  return {
    ...field,
    read: (value, path) => {
      const read = field.read(value, path);
      return read instanceof Fault ? read : ({ ...defaults, ...read } as unknown as Complete);
    },
  };
}

/** The schemas of members, for objects and their parts. */
export function collectMemberSchemas(members: Members): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(members).map(([name, field]) => [
      name,
      'isOptional' in field ? makeSchemaOptional(field.schema) : field.schema,
    ]),
  );
}

/** An object with names of one kind and values of one kind. */
export function defineDictionary<T>(
  name: Field<string>,
  each: Field<T>,
  { countMax, noun, description }: { countMax: number; noun: string; description: string },
): Field<Readonly<Record<string, T>>> {
  const { minLength, maxLength } = name.schema;
  return {
    schema: {
      type: 'object',
      description,
      maxProperties: countMax,
      propertyNames: { minLength, maxLength },
      additionalProperties: each.schema,
    },
    read: (value, path) => {
      if (!isObject(value)) return createFault(path, 'type', `an object, not ${quoteValue(value)}`);
      const entries = Object.entries(value);
      if (entries.length > countMax)
        return createFault(
          path,
          'too_many',
          `an object with at most ${countMax} ${noun}, not ${entries.length}`,
        );
      const errors: InputError[] = [];
      const read: [string, T][] = [];
      for (const [key, input] of entries) {
        const at = buildMemberPath(path, key);
        const [memberName, member] = [name.read(key, at), each.read(input, at)];
        if (memberName instanceof Fault) errors.push(...memberName.errors);
        if (member instanceof Fault) errors.push(...member.errors);
        else read.push([key, member]);
      }
      return errors.length === 0 ? Object.fromEntries(read) : new Fault(errors);
    },
  };
}

export function createMissingError(path: string): InputError {
  return { path, code: 'required', detail: `${path} is required` };
}

function listUnknownMembers(value: JsonObject, members: Members, path: string): InputError[] {
  const others = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  return others.slice(0, limits.settingsErrorsMax).map((name) => {
    const at = buildMemberPath(path, name);
    const memberNames = Object.keys(members).join(', ');
    return { path: at, code: 'unknown', detail: `${at} is not known here: there are ${memberNames}` };
  });
}

function buildMemberPath(path: string, name: string): string {
  return `${path}.${name.slice(0, 100).toWellFormed()}`;
}

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
