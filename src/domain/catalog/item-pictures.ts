import { createHash } from 'node:crypto';
import type { MediaFile } from '../../ports/catalog.ts';
import type { InputError } from '../../ports/errors.ts';
import type { Json } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';

/** What an item's `imgs` say, checked. */
export interface ItemPictures {
  /** `imgs` as it is stored: in the shape it was sent, `data:` pictures replaced by their addresses. */
  readonly stored: Json;
  /** Whether `stored` differs from what was sent. */
  readonly changed: boolean;
  readonly addresses: string[];
  readonly media: MediaFile[];
}

const mediaAddress = /^\/media\/[0-9a-f]{64}$/;
const dataUri = /^data:image\/([a-z0-9.+-]+)((?:;[^;,]*)*),/i;

/** Reads one picture or a list of them; what is wrong goes to `errors`. */
export function readPictures(value: Json, path: string, errors: InputError[]): ItemPictures {
  const addresses: string[] = [];
  const media: MediaFile[] = [];
  const fail = (at: string, code: string, expected: string): string => {
    errors.push({ path: at, code, detail: `${at} must be ${expected}` });
    return '';
  };
  const one = (picture: string, at: string): string => {
    const address = picture.startsWith('data:')
      ? keep(picture, at, media, fail)
      : checkAddress(picture, at, fail);
    addresses.push(address);
    return address;
  };
  const entry = (element: Json, at: string): Json => {
    if (typeof element === 'string') return one(element, at);
    if (element === null || typeof element !== 'object' || Array.isArray(element)) {
      return fail(at, 'type', 'an address, a `data:` picture or {url, alt}');
    }
    if (typeof element['url'] !== 'string')
      return fail(`${at}.url`, 'type', 'an address or a `data:` picture');
    const alt = element['alt'];
    if (alt !== undefined && (typeof alt !== 'string' || alt.length > limits.imageAltLengthMax)) {
      fail(`${at}.alt`, 'type', `text of at most ${limits.imageAltLengthMax} characters`);
    }
    return { ...element, url: one(element['url'], `${at}.url`) };
  };
  let stored: Json;
  if (!Array.isArray(value)) {
    stored = entry(value, path);
  } else if (value.length > limits.itemImagesMax) {
    stored = fail(
      path,
      'too_many',
      `a list of at most ${limits.itemImagesMax} pictures, not ${value.length}`,
    );
  } else {
    stored = value.map((element, index) => entry(element, `${path}[${index}]`));
  }
  return { stored, changed: media.length > 0, addresses, media };
}

type Fail = (at: string, code: string, expected: string) => string;

function checkAddress(address: string, at: string, fail: Fail): string {
  if (mediaAddress.test(address)) return address;
  if (address.length > limits.imageUrlLengthMax) {
    return fail(at, 'too_long', `an address of at most ${limits.imageUrlLengthMax} characters`);
  }
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    return fail(at, 'format', 'an http(s) address or a `data:image/...` picture');
  }
  return address;
}

/** Takes a picture out of a `data:` URI. Its content is looked at when it is embedded, not believed here. */
function keep(uri: string, at: string, media: MediaFile[], fail: Fail): string {
  const head = dataUri.exec(uri.slice(0, 200));
  if (head === null) return fail(at, 'format', 'a `data:image/...` URI');
  const payload = uri.slice(head[0].length);
  if (payload.length > limits.imageBytesMax * 1.5) {
    return fail(at, 'too_long', `a picture of at most ${limits.imageBytesMax} bytes`);
  }
  const bytes = decode(payload, /;\s*base64\s*$/i.test(head[2] ?? ''));
  if (bytes === null) return fail(at, 'format', 'a `data:` URI with valid base64 or percent-encoding');
  if (bytes.length === 0) return fail(at, 'format', 'a picture, not an empty `data:` URI');
  if (bytes.length > limits.imageBytesMax) {
    return fail(at, 'too_long', `a picture of at most ${limits.imageBytesMax} bytes, not ${bytes.length}`);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  media.push({ hash, contentType: `image/${(head[1] ?? '').toLowerCase()}`, bytes });
  return `/media/${hash}`;
}

function decode(payload: string, base64: boolean): Buffer | null {
  if (base64) {
    const compact = payload
      .replace(/%2b/gi, '+')
      .replace(/%2f/gi, '/')
      .replace(/%3d/gi, '=')
      .replace(/\s/g, '');
    return /^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) && compact.replace(/=+$/, '').length % 4 !== 1
      ? Buffer.from(compact, 'base64')
      : null;
  }
  try {
    return Buffer.from(decodeURIComponent(payload), 'latin1');
  } catch {
    return null;
  }
}
