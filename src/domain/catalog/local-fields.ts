import type { InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { localMembers, storeFields } from '../../lib/local-values.ts';
import { defineComponent, defineListSchema, makeSchemaOptional, type Schema } from '../contract/schema.ts';
import { limits } from '../../ports/limits.ts';

const { prices, stores, translations } = localMembers;

const defineLocalMap = (name: string, description: string, value: Schema): Schema =>
  makeSchemaOptional(
    defineComponent(name, {
      description,
      oneOf: [
        {
          type: 'object',
          propertyNames: { minLength: 1, maxLength: limits.localNameLengthMax },
          additionalProperties: value,
        },
        defineListSchema({}, { description: 'A field of the shop’s own.' }),
        { type: ['string', 'number', 'boolean'], description: 'A field of the shop’s own.' },
      ],
    }),
  );
const amount: Schema = makeSchemaOptional({ type: 'number', minimum: 0 });
const translated = ['string', 'number', 'boolean', 'null'];

/** The prices, stock and texts of an item by price list, store and language. */
export const localFieldSchemas = {
  [prices]: defineLocalMap('LocalPrices', 'Prices by price list: `{"b2b": 10}`.', amount),
  [stores]: defineLocalMap(
    'LocalStores',
    'Price and stock by store: `{"berlin": {"stock": 3, "price": 12}}`.',
    {
      type: 'object',
      properties: { price: amount, stock: makeSchemaOptional({ type: 'number' }) },
    },
  ),
  [translations]: defineLocalMap(
    'LocalTexts',
    'Texts by language: `{"de": {"name": "Stuhl", "description": "..."}}`.',
    {
      type: 'object',
      additionalProperties: { oneOf: [{ type: translated }, defineListSchema({ type: translated })] },
    },
  ),
};

/** Adds the errors of these members of an item. A value of another type than an object is a field of the shop's own. */
export function checkLocalFields(fields: JsonObject, path: string, errors: InputError[]): void {
  const fail = (at: string, code: string, expected: string): void => {
    errors.push({ path: at, code, detail: `${at} must be ${expected}` });
  };
  const listMembers = (value: Json | undefined, at: string): [string, Json][] =>
    value !== undefined && isObject(value) ? listEntries(value, at, '') : [];
  const listEntries = (value: Json | undefined, at: string, of: string): [string, Json][] => {
    if (value === undefined || value === null) return [];
    if (!isObject(value)) fail(at, 'type', `an object with ${of}`);
    else {
      const named = Object.entries(value);
      const long = named.find(([name]) => name === '' || name.length > limits.localNameLengthMax);
      if (long === undefined) return named;
      fail(at, 'invalid_name', `an object with names of 1 to ${limits.localNameLengthMax} characters`);
    }
    return [];
  };
  const checkNumber = (value: Json | undefined, at: string, min: number): void => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'number') fail(at, 'type', 'a number');
    else if (value < min) fail(at, 'out_of_range', `at least ${min}`);
  };
  for (const [name, value] of listMembers(fields[prices], `${path}.${prices}`))
    checkNumber(value, `${path}.${prices}.${name}`, 0);
  for (const [name, store] of listMembers(fields[stores], `${path}.${stores}`)) {
    const at = `${path}.${stores}.${name}`;
    const storeValues = Object.fromEntries(listEntries(store, at, storeFields.join(' and ')));
    checkNumber(storeValues['price'], `${at}.price`, 0);
    checkNumber(storeValues['stock'], `${at}.stock`, -Infinity);
  }
  for (const [name, texts] of listMembers(fields[translations], `${path}.${translations}`)) {
    const at = `${path}.${translations}.${name}`;
    for (const [field, value] of listEntries(texts, at, 'the translated fields'))
      if (isObject(value) || (Array.isArray(value) && value.some(isObject)))
        fail(`${at}.${field}`, 'type', 'a text, a number, a boolean or a list of these');
  }
}

const isObject = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
