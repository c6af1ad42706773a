import { describe, nameField, nullable, type Field } from '../contract/fields.ts';
import {
  memberSchemas,
  object,
  optional,
  type Members,
  type MembersValue,
  type OptionalField,
} from '../contract/object-fields.ts';
import { component, objectSchema, type Schema } from '../contract/schema.ts';

/** A setting. `complete` describes its value in replies, if it differs from a change. */
export interface Setting<T> extends Field<T> {
  readonly complete?: Schema;
}

export interface SettingsGroup<T> {
  /** Schema of the values in replies. */
  readonly values: Schema;
  /** Null resets a setting to its default. */
  readonly changes: Field<{ readonly [K in keyof T]?: T[K] | null }>;
}

/** Settings that belong together. */
export function settingsGroup<T>(
  name: string,
  settings: { readonly [K in keyof T]: Setting<T[K]> },
): SettingsGroup<T> {
  const entries = Object.entries<Setting<unknown>>(settings);
  const values = Object.fromEntries(entries.map(([key, { complete, schema }]) => [key, complete ?? schema]));
  const changes = object(
    Object.fromEntries(entries.map(([key, setting]) => [key, optional(nullable(setting))])),
  );
  return {
    values: component(name, objectSchema(values)),
    changes: nameField(`${name}Changes`, changes) as SettingsGroup<T>['changes'],
  };
}

/** A setting with members that can be changed one by one. */
export function partialSetting<M extends Members>(
  name: string,
  description: string,
  members: M,
): Setting<Partial<MembersValue<M>>> {
  const parts = Object.fromEntries(
    Object.entries(members).map(([key, member]): [string, OptionalField<unknown>] => [key, optional(member)]),
  );
  const changes = nameField(`${name}Changes`, object(parts)) as Field<Partial<MembersValue<M>>>;
  const complete = component(name, objectSchema(memberSchemas(members)));
  return { ...describe(description, changes), complete: { ...complete, description } };
}
