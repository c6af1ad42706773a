import { describeField, nameField, allowNull, type Field } from '../contract/fields.ts';
import {
  collectMemberSchemas,
  defineObject,
  makeOptional,
  type Members,
  type MembersValue,
  type OptionalField,
} from '../contract/object-fields.ts';
import { defineComponent, defineObjectSchema, type Schema } from '../contract/schema.ts';

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
export function defineSettingsGroup<T>(
  name: string,
  settings: { readonly [K in keyof T]: Setting<T[K]> },
): SettingsGroup<T> {
  const entries = Object.entries<Setting<unknown>>(settings);
  const values = Object.fromEntries(entries.map(([key, { complete, schema }]) => [key, complete ?? schema]));
  const changes = defineObject(
    Object.fromEntries(entries.map(([key, setting]) => [key, makeOptional(allowNull(setting))])),
  );
  return {
    values: defineComponent(name, defineObjectSchema(values)),
    changes: nameField(`${name}Changes`, changes) as SettingsGroup<T>['changes'],
  };
}

/** A setting with members that can be changed one by one. */
export function definePartialSetting<M extends Members>(
  name: string,
  description: string,
  members: M,
): Setting<Partial<MembersValue<M>>> {
  const parts = Object.fromEntries(
    Object.entries(members).map(([key, member]): [string, OptionalField<unknown>] => [
      key,
      makeOptional(member),
    ]),
  );
  const changes = nameField(`${name}Changes`, defineObject(parts)) as Field<Partial<MembersValue<M>>>;
  const complete = defineComponent(name, defineObjectSchema(collectMemberSchemas(members)));
  return { ...describeField(description, changes), complete: { ...complete, description } };
}
