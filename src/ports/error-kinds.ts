import { resourceNouns, type ResourceNoun } from './configuration/resources.ts';

/** All expected errors of the service. Codes are stable. `docs/reference/errors.md` is tested against this table. */
interface ErrorKind {
  /** HTTP status of the reply. */
  readonly status: number;
  /** The same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** How the caller can fix it; part of the reference. */
  readonly hint: string;
}

/** Errors of requests for a missing resource, or for another version of it. */
function createResourceErrors(): Record<`${ResourceNoun}_not_found` | `${ResourceNoun}_changed`, ErrorKind> {
  const kinds = resourceNouns.flatMap((noun): [string, ErrorKind][] => [
    [
      `${noun}_not_found`,
      {
        status: 404,
        title: `No such ${noun}`,
        hint: `Check the id. \`GET /api/projects/{project}/${noun}s\` lists the ${noun}s.`,
      },
    ],
    [
      `${noun}_changed`,
      {
        status: 412,
        title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} has changed`,
        hint: `Read the ${noun} again, apply the change to it, and send its new version.`,
      },
    ],
  ]);
  return Object.fromEntries(kinds) as ReturnType<typeof createResourceErrors>;
}

export const errorKinds = {
  api_key_missing: {
    status: 401,
    title: 'API key missing',
    hint: 'Send the key in the `x-api-key` header. Keys are created in the console.',
  },
  api_key_invalid: {
    status: 401,
    title: 'API key not valid',
    hint: 'The key is unknown, expired or revoked. Create a new one in the console.',
  },
  origin_forbidden: {
    status: 403,
    title: 'Origin not allowed for this API key',
    hint: 'Add the page’s origin to the key, or use a key without an origin list.',
  },
  scope_missing: {
    status: 403,
    title: 'API key lacks a scope',
    hint: 'Use a key that has the scope named in `detail`.',
  },
  role_missing: {
    status: 403,
    title: 'Role does not allow this',
    hint: 'Ask an owner: `detail` names the role that is needed.',
  },
  session_required: {
    status: 403,
    title: 'Only for users of the console',
    hint: 'Sign in to the console. No API key may manage users, so that a leaked key cannot create access that outlives it.',
  },
  project_forbidden: {
    status: 403,
    title: 'API key or user is not for this project',
    hint: 'Use a key of this project, or ask an owner. The answer is the same whether or not the project exists.',
  },
  grant_exceeded: {
    status: 403,
    title: 'New key would exceed the permissions of the key that creates it',
    hint: 'Request at most the permissions in `errors`, or create the key in the console.',
  },
  user_forbidden: {
    status: 403,
    title: 'Signed key is for another user',
    hint: 'Omit `user`, or sign a key with this user as `sub`.',
  },
  price_list_forbidden: {
    status: 403,
    title: 'Price list is not one of the API key',
    hint: 'Use a key with this price list, or sign a key with it: `detail` names those of the key.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    hint: 'Wait `retry-after` seconds. `detail` names the limit: of the key (set in the console), or of an address or visitor (setting `rateLimits`). Behind a proxy set VITRINE_TRUST_PROXY; otherwise all visitors share its address.',
  },
  signed_out: {
    status: 401,
    title: 'Not signed in',
    hint: 'Sign in to the console, or send a key with the scope `admin`.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Sign-in failed',
    hint: 'Check email address and password. The first start prints the password; `vitrine password reset` on the server sets a new one for the first owner. Other users ask an owner for a link.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request',
    hint: 'Requests of the console have the header `x-vitrine-console: 1`. Scripts use an API key.',
  },
  invalid_request: {
    status: 400,
    title: 'Request is not valid',
    hint: '`errors` lists each path with the expected value.',
  },
  invalid_json: {
    status: 400,
    title: 'Body is not valid JSON',
    hint: 'Send UTF-8 JSON. `detail` tells what is wrong.',
  },
  json_too_deep: {
    status: 400,
    title: 'JSON is nested too deeply',
    hint: 'Flatten the value. The limit is 32 levels.',
  },
  json_too_large: {
    status: 413,
    title: 'JSON is too large',
    hint: 'Send fewer fields or shorter texts. `detail` names the limit.',
  },
  invalid_filter: {
    status: 400,
    title: 'Filter is not valid',
    hint: '`detail` names the position and the expected syntax. See the filter reference.',
  },
  invalid_item: {
    status: 400,
    title: 'Item is not valid',
    hint: '`errors` lists each field with the expected value.',
  },
  invalid_event: {
    status: 400,
    title: 'Event is not valid',
    hint: '`errors` lists each field with the expected value.',
  },
  invalid_history: {
    status: 400,
    title: 'Line of a history is not valid',
    hint: '`errors` lists each field with the expected value. See the guide on importing a history.',
  },
  history_running: {
    status: 409,
    title: 'A history is being imported',
    hint: 'Wait until the running import of this project ends: two at once could count a search twice.',
  },
  project_required: {
    status: 400,
    title: 'Project missing',
    hint: 'Send `project`. It is optional only with a key for exactly one project.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    hint: 'The `allow` header lists the methods of this path.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Content type not supported',
    hint: 'Send a content type that the reference lists for this operation.',
  },
  body_too_large: {
    status: 413,
    title: 'Body is too large',
    hint: 'Send fewer items per request. Use the import for large catalogs.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers or URL too large',
    hint: 'Use the POST form of the operation, with parameters in the body.',
  },
  body_incomplete: {
    status: 400,
    title: 'Body is incomplete',
    hint: 'The connection closed before `content-length` bytes arrived. Nothing was stored. Send the request again.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timed out',
    hint: 'Send the request again without pauses.',
  },
  malformed_request: {
    status: 400,
    title: 'HTTP request is not valid',
    hint: 'Check the client or the proxy in front of the service.',
  },
  not_found: { status: 404, title: 'No such path', hint: 'See `/docs/api` for all operations.' },
  item_not_found: {
    status: 404,
    title: 'No such item',
    hint: 'Check the id. `GET /api/items?id=` looks up an item by the shop’s id.',
  },
  item_exists: {
    status: 409,
    title: 'An item with this id exists',
    hint: 'Use PUT /api/items/{_id} with the `_id` of the error.',
  },
  item_ambiguous: {
    status: 409,
    title: 'Several items have this name',
    hint: 'Name the item by its `id`: `ids` of the error lists them. An address, a sku or a product names one item if no other item has it.',
  },
  catalog_not_replaced: {
    status: 400,
    title: 'Catalog was not replaced',
    hint: 'Nothing was changed. Correct the rejected lines and import the file again, or use `mode=replace` for a large one.',
  },
  item_changed: {
    status: 412,
    title: 'Item has changed',
    hint: 'Read the item again, apply the change to it, and send its new version.',
  },
  settings_changed: {
    status: 412,
    title: 'Settings have changed',
    hint: 'Read the settings again, apply the change to them, and send their new version.',
  },
  rules_changed: {
    status: 412,
    title: 'Rules have changed',
    hint: 'Read the rules again, apply the change to them, and send their new version.',
  },
  ...createResourceErrors(),
  collection_not_found: {
    status: 404,
    title: 'Collection not found',
    hint: 'Check the id. A search finds a collection only while it is enabled and between `from` and `until`.',
  },
  version_not_found: {
    status: 404,
    title: 'No such version',
    hint: 'Check the number: `GET /api/projects/{project}/versions` lists the versions that are kept.',
  },
  version_superseded: {
    status: 409,
    title: 'Later versions changed the same parts',
    hint: '`parts` lists what changed since. Take back those versions first, or send `force: true`.',
  },
  draft_not_found: {
    status: 404,
    title: 'No such draft',
    hint: 'Check the id: `GET /api/projects/{project}/drafts` lists the drafts. A published draft is removed.',
  },
  draft_outdated: {
    status: 409,
    title: 'The draft conflicts with later changes',
    hint: '`parts` lists what changed. Look at the conflicts of the draft, then save it with `rebase`, or publish it with `force: true`.',
  },
  experiment_not_found: {
    status: 404,
    title: 'No such experiment',
    hint: 'Check the id: `GET /api/projects/{project}/experiments` lists the experiments.',
  },
  experiment_exists: {
    status: 409,
    title: 'The experiment has begun',
    hint: 'Of a running experiment, only `name` and `shares` change. Use another id for another experiment.',
  },
  feed_running: {
    status: 409,
    title: 'Feed is being read',
    hint: 'Wait until the task of its last run ends.',
  },
  feed_failed: {
    status: 502,
    title: 'Feed cannot be read',
    hint: 'Open its address in a browser. The run is repeated at its next time.',
  },
  shop_unreachable: {
    status: 422,
    title: 'Shop cannot be read',
    hint: 'Open its address in a browser, and check whether a firewall or password keeps programs out.',
  },
  feed_shrunk: {
    status: 409,
    title: 'Feed has lost too many items',
    hint: 'If the feed is right, raise `removedShareMax` for one run. Nothing was removed.',
  },
  project_not_found: {
    status: 404,
    title: 'No such project',
    hint: 'Check the project id in the console.',
  },
  project_exists: { status: 409, title: 'A project with this id exists', hint: 'Choose another id.' },
  identity_refused: {
    status: 403,
    title: 'Identity may not sign in',
    hint: 'The identity provider must have verified the email address, its domain must be allowed, and it must be that of a user or an invitation, unless VITRINE_OIDC_DEFAULT_ROLE is set.',
  },
  provider_unavailable: {
    status: 502,
    title: 'Identity provider cannot be reached',
    hint: 'Check VITRINE_OIDC_ISSUER. Users can sign in with their passwords.',
  },
  user_not_found: {
    status: 404,
    title: 'No such user of the console',
    hint: 'List the users in the console.',
  },
  user_exists: {
    status: 409,
    title: 'Email address is taken',
    hint: 'Change the existing user, or use another address.',
  },
  last_owner: {
    status: 409,
    title: 'The last owner must stay',
    hint: 'Make another user an owner first.',
  },
  too_many_keys: { status: 409, title: 'Too many API keys', hint: 'Revoke keys that are not used.' },
  too_many_users: {
    status: 409,
    title: 'Too many users or invitations',
    hint: 'Remove users, or revoke invitations. See the limits.',
  },
  invitation_not_found: {
    status: 404,
    title: 'No such invitation',
    hint: 'List the invitations in the console.',
  },
  invitation_invalid: {
    status: 410,
    title: 'Link is not valid',
    hint: 'A link works once, for seven days. Ask an owner for a new one.',
  },
  key_not_found: { status: 404, title: 'No such API key', hint: 'List the keys in the console.' },
  rejected_lines_not_found: {
    status: 404,
    title: 'No rejected lines',
    hint: 'They are kept for the last 20 imports of a project. Import the file again to get them.',
  },
  task_not_found: {
    status: 404,
    title: 'No such task',
    hint: 'Finished tasks are deleted after a while. See the limits.',
  },
  media_not_found: { status: 404, title: 'No such picture', hint: 'The picture’s item was removed.' },
  image_empty: { status: 400, title: 'Image is empty', hint: 'Send the bytes of a picture.' },
  image_unsupported: {
    status: 415,
    title: 'Image format not supported',
    hint: 'Send JPEG, PNG, WebP, AVIF, GIF or TIFF. Convert HEIC to JPEG first.',
  },
  image_broken: {
    status: 422,
    title: 'Image cannot be read',
    hint: 'The file is damaged or incomplete. Save it again and send the new file.',
  },
  image_too_large: { status: 413, title: 'Image file too large', hint: 'Send at most 10 MB.' },
  image_too_many_pixels: {
    status: 413,
    title: 'Image has too many pixels',
    hint: 'Send at most 64 megapixels (24 as AVIF), 16,384 pixels on a side, and an aspect ratio of at most 100.',
  },
  image_too_slow: {
    status: 422,
    title: 'Image takes too long to decode',
    hint: 'Send a smaller image, or a JPEG: decoding exceeds the time or memory limit.',
  },
  image_fetch_failed: {
    status: 422,
    title: 'Image could not be downloaded',
    hint: 'Check the URL, or send the image itself.',
  },
  vision_unavailable: {
    status: 503,
    title: 'Photo search is not available',
    hint: 'Text search still works. For the cause see /ready and the log.',
  },
  overloaded: { status: 503, title: 'Service is overloaded', hint: 'Retry after `retry-after` seconds.' },
  storage_failed: {
    status: 503,
    title: 'Storage not available',
    hint: 'Nothing was stored, unless a cluster stored a write without confirming it. For the cause see /ready and the log; often the disk is full.',
  },
  database_damaged: { status: 503, title: 'Database is damaged', hint: 'Restore it. See /ready and log.' },
  outcome_unknown: {
    status: 503,
    title: 'Outcome of the write is unknown',
    hint: 'Read the state, or send the write again: imports and events with an `id` are not stored twice.',
  },
  stopping: { status: 503, title: 'Service is stopping', hint: 'Retry in a few seconds.' },
  internal_error: {
    status: 500,
    title: 'Internal error',
    hint: 'Report it with the `requestId`. The log has the cause under this id.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;
