import {
  absentItems,
  feedSchedules,
  feedSourceNames,
  type Feed,
  type FeedCredentials,
  type FeedSource,
} from '../../ports/catalog/feeds.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { textEncodings } from '../../lib/text-encodings.ts';
import { decimalSigns } from '../../lib/decimal-text.ts';
import { importFormats } from '../catalog/import-files/file-findings.ts';
import { parseColumnMapping } from '../catalog/import-files/column-mapping.ts';
import { tableLayouts } from '../catalog/import-files/table-layout.ts';
import {
  defineChoice,
  nameField,
  allowNull,
  defineNumber,
  defineText,
  type FieldOutput,
} from '../contract/fields.ts';
import { defineDictionary, defineObject, makeOptional } from '../contract/object-fields.ts';
import { defineResourceTerms } from '../resources/change-resource.ts';
import { isTimeZone } from './feed-schedule.ts';

export const feedTerms = defineResourceTerms('feed', limits.feedsMax);

const defineSecret = (description: string) =>
  makeOptional(defineText({ lengthMax: limits.feedSecretLengthMax, description }));
const credentialsField = defineObject(
  {
    kind: defineChoice(['basic', 'header'], { description: 'A user and password, or one header.' }),
    user: defineSecret('The user of `basic`.'),
    password: defineSecret('The password of `basic`. It is never shown. Without it, the stored one stays.'),
    name: defineSecret('The name of the `header`, such as `x-api-key`.'),
    value: defineSecret('The value of the `header`. It is never shown. Without it, the stored one stays.'),
  },
  {
    description:
      'The credentials to send to the host of the feed. Null sends none. Without them, the stored ones stay unless the host changes.',
  },
);

/** The members of a feed besides its credentials. */
export const feedMembers = {
  id: defineText({ lengthMax: limits.resourceIdLengthMax, description: 'Such as `erp`.' }),
  name: makeOptional(
    defineText({
      lengthMax: limits.resourceNameLengthMax,
      isName: true,
      description: 'The name that people read. The default is the id.',
    }),
  ),
  source: makeOptional(
    defineChoice(feedSourceNames, {
      description:
        'Default `file`: a file of products at `url`. Otherwise `url` is a shop, which is read page by page: by the public interface of `shopify` or `woocommerce`, or by its `sitemap`.',
    }),
  ),
  url: defineText({
    lengthMax: limits.feedUrlLengthMax,
    description: 'An https address that is reachable from the Internet, or one of `VITRINE_FEED_HOSTS`.',
    example: 'https://shop.example/products.xml',
  }),
  format: makeOptional(
    defineChoice(['auto', ...importFormats], { description: 'Default `auto`: by content type and name.' }),
  ),
  layout: makeOptional(
    allowNull(
      defineChoice(tableLayouts, {
        description: 'The layout, as in an import. Null means that it is recognised.',
      }),
    ),
  ),
  encoding: makeOptional(
    allowNull(
      defineChoice(textEncodings, {
        description: 'The encoding, as in an import. Null means that it is declared or detected.',
      }),
    ),
  ),
  decimal: makeOptional(
    allowNull(
      defineChoice(decimalSigns, {
        description: 'The decimal sign, as in an import. Null means that it is detected.',
      }),
    ),
  ),
  mapping: makeOptional(
    allowNull(
      defineDictionary(
        defineText({ lengthMax: limits.fieldNameLengthMax }),
        allowNull(defineText({ lengthMax: limits.agentUrlLengthMax })),
        {
          countMax: limits.feedMappingMax,
          noun: 'columns',
          description:
            'The field of a column by its name. Null means the mapping that is remembered for its columns.',
        },
      ),
    ),
  ),
  schedule: makeOptional(defineChoice(feedSchedules, { description: 'Default `off`: only when asked.' })),
  at: makeOptional(
    defineText({
      lengthMax: 5,
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'Time of `day`; default `03:00`.',
    }),
  ),
  timeZone: makeOptional(
    defineText({ lengthMax: 64, description: 'IANA name; default `UTC`.', example: 'Europe/Berlin' }),
  ),
  absent: makeOptional(
    defineChoice(absentItems, {
      description: 'What becomes of items that the feed has no longer; default `keep`.',
    }),
  ),
  removedShareMax: makeOptional(
    defineNumber({
      min: 0,
      max: 1,
      description:
        'A run that would remove a larger share of its items removes none, and fails; default 0.2.',
    }),
  ),
};
/** A feed as clients send it. */
export const feedField = nameField(
  'Feed',
  defineObject(
    { ...feedMembers, credentials: makeOptional(allowNull(credentialsField)) },
    { description: 'A file of products at an address, or a shop.' },
  ),
);
export type FeedInput = FieldOutput<typeof feedField>;

const idPattern = /^[a-z0-9][a-z0-9_-]*$/;
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers of the request itself. */
const ownHeaders = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'cookie',
]);

/**
 * The feed to store. Without `credentials` it keeps those of the stored feed, unless the host is another.
 * @throws VitrineError invalid_request with the path of every error
 */
export function createFeed(
  input: FeedInput,
  replaced: Feed | null,
  idInPath: string,
  source: FeedSource,
): Feed {
  const errors: InputError[] = [];
  const add = (member: string, code: string, text: string): void =>
    void errors.push({ path: `feed.${member}`, code, detail: `feed.${member} ${text}` });
  if (!idPattern.test(input.id))
    add(
      'id',
      'format',
      'must have lower-case letters, digits, "-" and "_", and begin with a letter or digit',
    );
  if (input.id !== idInPath)
    add('id', 'contradiction', `must be ${JSON.stringify(idInPath)}, as in the path`);
  const refusal = source.findRefusal(input.url);
  if (refusal !== null) add('url', 'not_allowed', `must be an address to read from: ${refusal}`);
  const { source: kind = 'file' } = input;
  if (kind !== 'file')
    for (const member of ['layout', 'encoding', 'decimal', 'mapping'] as const)
      if ((input[member] ?? null) !== null)
        add(member, 'contradiction', 'must be absent or null, as only files have it');
  const { at = '03:00', timeZone = 'UTC', mapping = null } = input;
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) add('at', 'format', 'must be a time such as 03:30');
  if (!isTimeZone(timeZone)) add('timeZone', 'not_allowed', 'must be a time zone such as Europe/Berlin');
  const credentials = refusal === null ? chooseCredentials(input, replaced, add) : null;
  if (errors[0] !== undefined) throw new VitrineError('invalid_request', errors[0].detail, { errors });
  return {
    id: input.id,
    name: input.name ?? input.id,
    source: kind,
    url: input.url,
    format: input.format ?? 'auto',
    layout: input.layout ?? null,
    encoding: input.encoding ?? null,
    decimal: input.decimal ?? null,
    mapping: mapping === null ? null : parseColumnMapping(JSON.stringify(mapping)),
    schedule: input.schedule ?? 'off',
    at,
    timeZone,
    absent: input.absent ?? 'keep',
    removedShareMax: input.removedShareMax ?? 0.2,
    credentials,
  };
}

function chooseCredentials(
  { credentials: sent, url }: FeedInput,
  replaced: Feed | null,
  add: (member: string, code: string, text: string) => void,
): FeedCredentials | null {
  const isSameHost = replaced !== null && URL.parse(replaced.url)?.origin === URL.parse(url)?.origin;
  const before = isSameHost ? replaced.credentials : null;
  if (sent === undefined) return before;
  if (sent === null) return null;
  if (sent.kind === 'basic') {
    const { user, password = before?.kind === 'basic' ? before.password : undefined } = sent;
    if (user !== undefined && password !== undefined) return { kind: 'basic', user, password };
    add('credentials', 'required', 'must have `user` and `password`');
    return null;
  }
  const { name, value = before?.kind === 'header' ? before.value : undefined } = sent;
  if (name === undefined || value === undefined) {
    add('credentials', 'required', 'must have `name` and `value`');
    return null;
  }
  if (!headerName.test(name) || ownHeaders.has(name.toLowerCase()) || /[\r\n\0]/.test(value))
    add('credentials', 'format', 'must have the name and value of a header of its own');
  return { kind: 'header', name, value };
}

/** A feed without its secrets. */
export function hideCredentials({ credentials, ...feed }: Feed): Omit<Feed, 'credentials'> & {
  credentials: { kind: 'basic'; user: string } | { kind: 'header'; name: string } | null;
} {
  const shown = { ...feed, source: feed.source ?? 'file' };
  if (credentials === null) return { ...shown, credentials: null };
  const { kind } = credentials;
  return {
    ...shown,
    credentials: kind === 'basic' ? { kind, user: credentials.user } : { kind, name: credentials.name },
  };
}
