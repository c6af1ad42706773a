import { parsedJson } from './json-text.ts';

/** A banner in a form: texts as typed. */
export interface BannerDraft {
  readonly text: string;
  readonly image: string;
  readonly alt: string;
  readonly link: string;
  readonly place: 'above' | 'below' | 'among';
  /** Among the products. */
  readonly position: string;
}

export const noBanner: BannerDraft = {
  text: '',
  image: '',
  alt: '',
  link: '',
  place: 'above',
  position: '4',
};

const members = ['text', 'image', 'alt', 'link', 'place'];

/** The banner in the JSON of `userData`; null where the JSON has another form, which a person edits as JSON. */
export function parseBannerDraft(userData: string): BannerDraft | null {
  if (userData.trim() === '') return noBanner;
  const data = parsedJson(userData);
  if (!isObject(data)) return null;
  const banner = data['banner'] ?? {};
  if (!isObject(banner)) return null;
  const { place } = banner;
  const texts = ['text', 'image', 'alt', 'link'].map((member) => banner[member] ?? '');
  const [text, image, alt, link] = texts;
  if (!isText(text) || !isText(image) || !isText(alt) || !isText(link)) return null;
  const isKnown = place === undefined || place === 'above' || place === 'below' || typeof place === 'number';
  if (!isKnown) return null;
  return {
    text,
    image,
    alt,
    link,
    place: typeof place === 'number' ? 'among' : (place ?? 'above'),
    position: typeof place === 'number' ? String(place) : noBanner.position,
  };
}

/** The JSON with another banner; all else in it stays. */
export function withBanner(
  userData: string,
  { text, image, alt, link, place, position }: BannerDraft,
): string {
  const data = parsedJson(userData);
  const { banner, ...others } = isObject(data) ? data : {};
  const rest = Object.entries(isObject(banner) ? banner : {}).filter(([name]) => !members.includes(name));
  const texts = Object.entries({ text, image, alt, link }).filter(([, value]) => value !== '');
  const number = Number(position);
  const placed =
    place === 'above' ? {} : { place: place === 'below' ? place : Math.max(1, Math.round(number) || 1) };
  const isEmpty = texts.length === 0 && rest.length === 0;
  const next = isEmpty
    ? others
    : { ...others, banner: { ...Object.fromEntries([...texts, ...rest]), ...placed } };
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2);
}

/** Whether the JSON has more than a banner of the form. */
export function hasOtherData(userData: string): boolean {
  const draft = parseBannerDraft(userData);
  if (draft === null) return true;
  const data = parsedJson(userData);
  if (!isObject(data)) return false;
  const { banner } = data;
  const isOther = isObject(banner) && Object.keys(banner).some((name) => !members.includes(name));
  return isOther || Object.keys(data).some((name) => name !== 'banner');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
