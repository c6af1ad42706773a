/**
 * Every expected failure of the service, in one table. A code is stable: clients may switch on it.
 * `docs/reference/errors.md` is held against this table by a test, both ways.
 */
interface ErrorKind {
  /** HTTP status of the reply. */
  readonly status: number;
  /** What went wrong, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** What the caller can do about it; printed in the reference. */
  readonly hint: string;
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
  project_forbidden: {
    status: 403,
    title: 'API key is not for this project',
    hint: 'Use a key of this project. The answer is the same whether or not the project exists.',
  },
  grant_exceeded: {
    status: 403,
    title: 'Key would have more than the key that creates it',
    hint: 'Ask for at most what `errors` names, or create the key in the console.',
  },
  user_forbidden: {
    status: 403,
    title: 'Signed key is for another user',
    hint: 'Leave `user` out, or make a signed key whose `sub` is this user.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    hint: 'Wait for `retry-after` seconds. `detail` names the rate: of the key (set in the console), or of an address or a visitor (the setting `rateLimits`). Behind a proxy set VITRINE_TRUST_PROXY, or all visitors share its address.',
  },
  signed_out: {
    status: 401,
    title: 'Not signed in',
    hint: 'Sign in to the console, or send a key with the scope `admin`.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Sign-in failed',
    hint: 'Check the password. The first start prints the first one; `vitrine password reset` on the server sets a new one.',
  },
  cross_site_request: {
    status: 403,
    title: 'Request comes from another site',
    hint: 'The console’s own requests carry the header `x-vitrine-console: 1`. Scripts use an API key.',
  },
  invalid_request: {
    status: 400,
    title: 'Request is not valid',
    hint: '`errors` lists each place and what was expected there.',
  },
  invalid_json: {
    status: 400,
    title: 'Body is not valid JSON',
    hint: 'Send UTF-8 JSON; `detail` names the position.',
  },
  json_too_deep: {
    status: 400,
    title: 'JSON is nested too deeply',
    hint: 'Flatten the value. The limit is 32 levels.',
  },
  json_too_large: {
    status: 413,
    title: 'JSON is too large',
    hint: 'Send fewer fields or shorter texts; `detail` names the limit.',
  },
  invalid_filter: {
    status: 400,
    title: 'Filter does not parse',
    hint: '`detail` names the position and what was expected there. See the filter reference.',
  },
  invalid_item: {
    status: 400,
    title: 'Item is not valid',
    hint: '`errors` lists each field and what was expected.',
  },
  invalid_event: {
    status: 400,
    title: 'Event is not valid',
    hint: '`errors` lists each field and what was expected.',
  },
  project_required: {
    status: 400,
    title: 'Project not named',
    hint: 'Send `project`. It may be left out only where the key is for exactly one project.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed here',
    hint: 'The `allow` header lists the methods of this path.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Content type not supported here',
    hint: 'Send the content type that the reference names for this operation.',
  },
  body_too_large: {
    status: 413,
    title: 'Body is too large',
    hint: 'Send fewer or smaller things at once; large catalogs go through the import.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers or address too large',
    hint: 'Use the POST form of the operation, which takes its parameters in the body.',
  },
  body_incomplete: {
    status: 400,
    title: 'Body was cut off',
    hint: 'The connection ended before the announced length. Nothing was stored; send it again.',
  },
  request_timeout: {
    status: 408,
    title: 'Request took too long to arrive',
    hint: 'Send the request again, without pauses.',
  },
  malformed_request: {
    status: 400,
    title: 'Not a valid HTTP request',
    hint: 'Check the client or the proxy in front of the service.',
  },
  not_found: { status: 404, title: 'No such address', hint: 'See `/docs` for the operations there are.' },
  item_not_found: {
    status: 404,
    title: 'No such item',
    hint: 'Check the id. `GET /api/items?id=` looks an item up by the shop’s own id.',
  },
  item_exists: {
    status: 409,
    title: 'An item with this id exists',
    hint: 'Change it by PUT /api/items/{_id}; its `_id` is in the error.',
  },
  item_changed: {
    status: 412,
    title: 'Item changed meanwhile',
    hint: 'Read the item again, apply the change to what is there now, and send its new version.',
  },
  settings_changed: {
    status: 412,
    title: 'Settings changed meanwhile',
    hint: 'Read the settings again, apply the change to what is there now, and send their new version.',
  },
  rules_changed: {
    status: 412,
    title: 'Rules changed meanwhile',
    hint: 'Read the rules again, apply the change to what is there now, and send their new version.',
  },
  project_not_found: {
    status: 404,
    title: 'No such project',
    hint: 'Check the project id in the console.',
  },
  project_exists: { status: 409, title: 'A project with this id exists', hint: 'Choose another id.' },
  key_not_found: { status: 404, title: 'No such API key', hint: 'List the keys in the console.' },
  task_not_found: {
    status: 404,
    title: 'No such task',
    hint: 'Finished tasks are kept for a while only; see the limits.',
  },
  media_not_found: { status: 404, title: 'No such picture', hint: 'The picture’s item was removed.' },
  image_empty: { status: 400, title: 'Image is empty', hint: 'Send the bytes of a picture.' },
  image_unsupported: {
    status: 415,
    title: 'Image format not supported',
    hint: 'Send JPEG, PNG, WebP, AVIF, GIF or TIFF.',
  },
  image_broken: {
    status: 422,
    title: 'Image cannot be read',
    hint: 'The file is damaged or cut off. Save it again and send that.',
  },
  image_too_large: { status: 413, title: 'Image file too large', hint: 'Send at most 10 MB.' },
  image_too_many_pixels: {
    status: 413,
    title: 'Image has too many pixels',
    hint: 'Send at most 64 megapixels (24 as AVIF), at most 16,384 on a side, and at most 100 times as long as wide.',
  },
  image_too_slow: {
    status: 422,
    title: 'Image takes too long to decode',
    hint: 'Send it smaller, or as JPEG: decoding it takes more time or memory than one image may.',
  },
  image_fetch_failed: {
    status: 422,
    title: 'Image address did not answer with a picture',
    hint: 'Check the address, or send the picture itself.',
  },
  vision_unavailable: {
    status: 503,
    title: 'Photo search is not available',
    hint: 'The operator finds the cause under /ready and in the log. Words go on working.',
  },
  overloaded: { status: 503, title: 'Too busy', hint: 'Try again after `retry-after` seconds.' },
  storage_failed: {
    status: 503,
    title: 'Storage did not take the write',
    hint: 'Nothing was stored. The operator finds the cause in the log (a full disk, most often).',
  },
  stopping: { status: 503, title: 'Service is stopping', hint: 'Try again in a moment.' },
  internal_error: {
    status: 500,
    title: 'A fault of the service',
    hint: 'Report it with the `requestId`; the log has the cause under it.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** One place of the input that was not right. */
export interface InputError {
  /** Where: `data[3].price`, `limit`, or a line of a file (`line 17`). */
  readonly path: string;
  /** What kind: `required`, `type`, `too_long`, `too_many`, `out_of_range`, ... */
  readonly code: string;
  readonly detail: string;
}

/** Something odd that did no harm, told so that a typo cannot go unnoticed. */
export interface Warning {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
}

/** An expected failure. Anything else that is thrown is a fault of ours and answers `internal_error`. */
export class VitrineError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly InputError[];
  /** Further members of the error body, such as `_id` of the item that exists. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      errors?: readonly InputError[];
      members?: Readonly<Record<string, unknown>>;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    this.name = 'VitrineError';
    this.code = code;
    this.errors = more.errors ?? [];
    this.members = more.members ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }

  get status(): number {
    return errorKinds[this.code].status;
  }
}

/** Whoever stops takes nothing any more. */
export function serviceStopping(): VitrineError {
  return new VitrineError('stopping', 'The service is stopping', { retryAfterSeconds: 5 });
}
