import type { MediaFile } from '../../ports/catalog/catalog.ts';
import type { InputError } from '../../ports/errors.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { type DataUriPictures, decodeDataUri } from './data-uri-pictures.ts';

/** An item's validated `imgs`. */
export interface ItemPictures {
  /** `imgs` in stored form: the shape that was sent, with URLs in place of `data:` pictures. */
  readonly stored: Json;
  /** Whether `stored` differs from the input. */
  readonly changed: boolean;
  readonly addresses: string[];
  readonly media: MediaFile[];
}

const mediaAddress = /^\/media\/[0-9a-f]{64}$/;

/** Parses one picture or a list; errors go to `errors`. `read` has pictures that are decoded already. */
export function readPictures(
  value: Json,
  path: string,
  errors: InputError[],
  read: DataUriPictures = new Map(),
): ItemPictures {
  const addresses: string[] = [];
  const media: MediaFile[] = [];
  const fail = (at: string, code: string, expected: string): string => {
    errors.push({ path: at, code, detail: `${at} must be ${expected}` });
    return '';
  };
  const readPicture = (picture: string, at: string): string => {
    const address = picture.startsWith('data:')
      ? storePicture(picture, at, { media, fail, read })
      : checkAddress(picture, at, fail);
    addresses.push(address);
    return address;
  };
  const readEntry = (element: Json, at: string): Json => {
    if (typeof element === 'string') return readPicture(element, at);
    if (element === null || typeof element !== 'object' || Array.isArray(element)) {
      return fail(at, 'type', 'an address, a `data:` picture or {url, alt}');
    }
    if (typeof element['url'] !== 'string')
      return fail(`${at}.url`, 'type', 'an address or a `data:` picture');
    const alt = element['alt'];
    if (alt !== undefined && (typeof alt !== 'string' || alt.length > limits.imageAltLengthMax)) {
      fail(`${at}.alt`, 'type', `text of at most ${limits.imageAltLengthMax} characters`);
    }
    return { ...element, url: readPicture(element['url'], `${at}.url`) };
  };
  let stored: Json;
  if (!Array.isArray(value)) {
    stored = readEntry(value, path);
  } else if (value.length > limits.itemImagesMax) {
    stored = fail(
      path,
      'too_many',
      `a list of at most ${limits.itemImagesMax} pictures, not ${value.length}`,
    );
  } else {
    stored = value.map((element, index) => readEntry(element, `${path}[${index}]`));
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

/** Stores the picture of a `data:` URI. Its content is verified when it is embedded. */
function storePicture(
  uri: string,
  at: string,
  { media, fail, read }: { media: MediaFile[]; fail: Fail; read: DataUriPictures },
): string {
  const picture = read.get(uri) ?? decodeDataUri(uri);
  if ('expected' in picture) return fail(at, picture.code, picture.expected);
  media.push(picture);
  return `/media/${picture.hash}`;
}
