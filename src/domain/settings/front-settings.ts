import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import {
  frontConsents,
  frontLayouts,
  listPages,
  listPositions,
  type FrontList,
  type FrontSettings,
  type FrontStyle,
} from '../../ports/configuration/front-settings.ts';
import { defineCurrency } from '../contract/currency.ts';
import {
  allowNull,
  createFault,
  defineChoice,
  defineFlag,
  defineList,
  defineNumber,
  defineText,
  Fault,
  nameField,
  type Field,
  type TextOptions,
} from '../contract/fields.ts';
import { languageTag } from '../contract/language-tag.ts';
import {
  addDefaults,
  collectMemberSchemas,
  defineDictionary,
  defineObject,
  makeOptional,
  type Members,
} from '../contract/object-fields.ts';
import { defineComponent, defineObjectSchema } from '../contract/schema.ts';
import { parseSort } from '../query/sort-keys.ts';
import { isColor, isCornerRadius, isFontFamily, isSelector } from './css-syntax.ts';
import { defineSettingsGroup, type Setting } from './settings-group.ts';

/** A text in a syntax; `expected` follows "must be". */
function defineSyntax(
  options: TextOptions,
  isValid: (text: string) => boolean,
  expected: string,
): Field<string> {
  const text = defineText(options);
  return {
    ...text,
    read: (value, path) => {
      const read = text.read(value, path);
      if (read instanceof Fault || (read === '' && options.lengthMin === 0) || isValid(read)) return read;
      return createFault(path, 'format', expected);
    },
  };
}

const defineSelector = (description: string, lengthMin: number): Field<string> =>
  defineSyntax(
    { lengthMin, lengthMax: limits.frontSelectorLengthMax, description },
    isSelector,
    'a CSS selector of an element, such as #search or form[role=search] input',
  );

const placeholder = /\{([^{}]*)\}/g;

/** Whether a text is an http(s) address, or a path of the shop, with at least one of these names in braces. */
function isPageTemplate(text: string, names: readonly string[]): boolean {
  const used = Array.from(text.matchAll(placeholder), ([, name = '']) => name);
  if (used.length === 0 || !used.every((name) => names.includes(name))) return false;
  // A name in the host would let an item choose where shoppers go.
  const filled = text.replaceAll(placeholder, 'x');
  if (/[{}\\\s]/.test(filled)) return false;
  if (/^\/(?!\/)/.test(text)) return URL.canParse(filled, 'https://shop.example');
  return /^https?:\/\/[^/?#{}]+[/?#]/i.test(text) && URL.canParse(filled);
}

const defineTemplate = (description: string, names: readonly string[], expected: string): Field<string> =>
  defineSyntax(
    { lengthMin: 0, lengthMax: limits.frontUrlLengthMax, description },
    (text) => isPageTemplate(text, names),
    expected,
  );

const fieldPath = defineText({ lengthMax: limits.fieldNameLengthMax, notBlank: true });

const sortText = defineText({ lengthMax: limits.fieldNameLengthMax + 100, notBlank: true });
const sort: Field<string> = {
  ...sortText,
  read: (value, path) => {
    const read = sortText.read(value, path);
    if (read instanceof Fault) return read;
    try {
      parseSort([read]);
      return read;
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return new Fault(
        error.errors.map((one) => ({
          ...one,
          path,
          detail: one.detail.replace(/^sort\[0\]/, () => path),
        })),
      );
    }
  },
};

const textKey: Field<string> = defineSyntax(
  { lengthMax: limits.frontTextKeyLengthMax },
  (key) => /^[A-Za-z][\w.-]*$/.test(key),
  'a key of letters, digits, ".", "_" and "-" that begins with a letter',
);
const text = defineText({ lengthMin: 0, lengthMax: limits.frontTextLengthMax });
const defineTexts = <T>(each: Field<T>) =>
  defineDictionary(textKey, each, {
    countMax: limits.frontTextsMax,
    noun: 'texts',
    description:
      'Texts in place of those of the language, by their keys. Null restores one. They are shown as text, never as HTML.',
  });

const listMembers = {
  placement: defineText({
    lengthMax: limits.resourceIdLengthMax,
    notBlank: true,
    description: 'Id of the placement whose items are shown.',
  }),
  selector: defineSelector('CSS selector of the element at which the list stands.', 1),
  position: defineChoice(listPositions, {
    description:
      'Before or after the element, or at the start or end of what is in it. The default is `after`.',
  }),
  pages: defineChoice(listPages, { description: 'The pages with the list. The default is `all`.' }),
  title: defineText({
    lengthMin: 0,
    lengthMax: limits.frontTitleLengthMax,
    isName: true,
    description: 'The title over the list; empty: that of the placement.',
  }),
};
const { placement, selector, position, pages, title } = listMembers;
const list = nameField(
  'FrontListInput',
  addDefaults(
    defineObject(
      {
        placement,
        selector,
        position: makeOptional(position),
        pages: makeOptional(pages),
        title: makeOptional(title),
      },
      { description: 'A list of recommendations on pages of the shop.', nullIsAbsent: true },
    ),
    { position: 'after', pages: 'all', title: '' },
  ),
) as Field<FrontList>;
const listOptions = {
  countMax: limits.frontListsMax,
  noun: 'lists',
  description: 'Lists of recommendations, and where they stand.',
};
const lists = defineList(list, listOptions);
const storedList: Field<unknown> = {
  schema: defineComponent('FrontList', defineObjectSchema(collectMemberSchemas(listMembers))),
  read: (value) => value,
};

/** A setting whose members are changed one by one; null resets a member. */
function defineMergedSetting<T>(name: string, description: string, members: Members): Setting<T> {
  const changes = defineObject(
    Object.fromEntries(
      Object.entries(members).map(([key, member]) => [key, makeOptional(allowNull(member))]),
    ),
  );
  const named = nameField(`${name}Changes`, changes);
  const complete = defineComponent(name, defineObjectSchema(collectMemberSchemas(members)));
  return {
    ...named,
    schema: { ...named.schema, description },
    complete: { ...complete, description },
  } as Setting<T>;
}

const defineStyleValue = (description: string, isValid: (text: string) => boolean, expected: string) =>
  defineSyntax({ lengthMin: 0, lengthMax: limits.frontStyleLengthMax, description }, isValid, expected);
const defineColor = (description: string): Field<string> =>
  defineStyleValue(description, isColor, 'a CSS colour, such as #0a7d4b, rgb(10 125 75) or var(--brand)');

type Changes = Omit<FrontSettings, 'columns' | 'style' | 'texts'> & {
  readonly columns: Partial<Record<keyof FrontSettings['columns'], number | null>>;
  readonly style: Partial<Record<keyof FrontStyle, string | null>>;
  readonly texts: Readonly<Record<string, string | null>>;
};

const anyCurrency = defineCurrency('The currency of prices shown. Empty: that of the page.');
const currency: Field<string> = {
  schema: { ...anyCurrency.schema, pattern: '^([A-Za-z]{3})?$' },
  read: (value, path) => (value === '' ? '' : anyCurrency.read(value, path)),
};

/** What the script of shops shows on their pages. */
export const frontSettings = defineSettingsGroup<Changes>('FrontSettings', {
  enabled: defineFlag({
    description: 'Whether the script shows its elements. False takes them off all pages within a minute.',
  }),
  share: defineNumber({
    min: 0,
    max: 1,
    description: 'Share of the visitors who see the elements. Below 1, the others are the comparison.',
  }),
  page: defineFlag({ description: 'Whether the service has a results page at `/s/{project}`.' }),
  field: defineSelector('CSS selector of the page’s search field. Empty: the script finds it.', 0),
  layout: defineChoice(frontLayouts, {
    description:
      'Whether results open in a layer over the page, or fill the element that `container` selects.',
  }),
  container: defineSelector('CSS selector of the element for the layout `container`.', 0),
  resultsUrl: defineTemplate(
    'Path or http(s) address of the shop’s own results page with `{query}`. Empty: the layer shows them.',
    ['query'],
    'a path or an http(s) address with {query} after the host, such as /search?q={query}',
  ),
  columns: defineMergedSetting('FrontColumns', 'Number of cards in a row.', {
    phone: defineNumber({ whole: true, min: 1, max: 3, description: 'On phones.' }),
    desktop: defineNumber({ whole: true, min: 2, max: 6, description: 'On wide screens.' }),
  }),
  cardFields: defineList(fieldPath, {
    countMax: limits.frontCardFieldsMax,
    noun: 'fields',
    distinct: true,
    description: 'Fields under the name of an item, in order, such as `brand` or `attrs.colour`.',
  }),
  badges: defineFlag({ description: 'Whether cards say that an item is reduced or sold out.' }),
  oldPrice: defineFlag({ description: 'Whether cards show the price before a reduction.' }),
  cartUrl: defineTemplate(
    'Path or http(s) address that puts an item into the cart, with `{id}`, `{sku}`, `{groupId}` or `{url}`. Empty: no button.',
    ['id', 'sku', 'groupId', 'url'],
    'a path or an http(s) address with {id}, {sku}, {groupId} or {url} after the host, such as /cart/add?id={id}',
  ),
  facets: defineList(fieldPath, {
    countMax: limits.facetsMax,
    noun: 'facets',
    distinct: true,
    description: 'Fields of the facets, in order. Empty: those that matter for a search, by the settings.',
  }),
  sorts: defineList(sort, {
    countMax: limits.frontSortsMax,
    noun: 'orders',
    distinct: true,
    description: 'Orders besides relevance, in the syntax of the parameter `sort`, such as `price:desc`.',
  }),
  photo: defineFlag({ description: 'Whether shoppers can search by photo.' }),
  language: defineSyntax(
    {
      lengthMin: 0,
      lengthMax: limits.languageTagLengthMax,
      description: 'Language of the texts, such as `de` or `pt-BR`. Empty: that of the page.',
    },
    (tag) => languageTag.test(tag),
    'a language such as de or pt-BR',
  ),
  currency,
  texts: { ...defineTexts(allowNull(text)), complete: defineTexts(text).schema },
  lists: { ...lists, complete: defineList(storedList, listOptions).schema },
  style: defineMergedSetting('FrontStyle', 'CSS values. An empty one is taken from the page.', {
    font: defineStyleValue(
      'Font families, as in `font-family`.',
      isFontFamily,
      'names of fonts, as in font-family: "Open Sans", sans-serif',
    ),
    accent: defineColor('Colour of buttons and marks.'),
    text: defineColor('Colour of the text.'),
    background: defineColor('Colour behind it.'),
    radius: defineStyleValue(
      'Radius of corners.',
      isCornerRadius,
      'a CSS length in px, rem, em or %, such as 4px',
    ),
  }),
  events: defineFlag({
    description: 'Whether the script sends what the page tells about views, carts and orders.',
  }),
  consent: defineChoice(frontConsents, {
    description:
      '`page` (default): Consent Mode is followed where the page has it. `required`: what is personal waits for consent.',
  }),
});

/** Checks that span settings. */
export function checkFront({ layout, container, texts }: FrontSettings): InputError[] {
  const errors: InputError[] = [];
  if (layout === 'container' && container === '') {
    const detail =
      'front.container must be the selector of an element, as `front.layout` is container: send both';
    errors.push({ path: 'front.container', code: 'required', detail });
  }
  const count = Object.keys(texts).length;
  if (count > limits.frontTextsMax) {
    const detail = `front.texts must have at most ${limits.frontTextsMax} texts, not ${count} with those that are set`;
    errors.push({ path: 'front.texts', code: 'too_many', detail });
  }
  return errors;
}
