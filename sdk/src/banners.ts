/** A banner that a rule, a collection or a placement sends to the page, as `userData.banner`. */
export interface Banner {
  /** Shown with the picture, or alone; may be empty. */
  readonly text: string;
  /** Address of the picture; null without one. */
  readonly image: string | null;
  /** What the picture says, for those who cannot see it. */
  readonly alt: string;
  /** Where the banner leads; null if nowhere. */
  readonly link: string | null;
  /** Above or below the products, or the position that it takes among them. */
  readonly place: 'above' | 'below' | number;
}

const positionMax = 1_000;

/**
 * The banners in `userData` of a reply, in its order. Other values, and banners without a text and a picture, are left out. Addresses
 * are those of the web only: a banner must not run scripts.
 *
 * @example
 * ```ts
 * const { userData } = await vitrine.search('shop', { q: 'coffee' });
 * for (const { text, link } of readBanners(userData)) console.log(text, link);
 * ```
 */
export function readBanners(userData: readonly unknown[] | undefined): Banner[] {
  return (userData ?? []).flatMap((value) => {
    const banner = readBanner(value);
    return banner === null ? [] : [banner];
  });
}

/** The banner in one value of `userData`; null if it has none. */
export function readBanner(userData: unknown): Banner | null {
  const sent = isObject(userData) ? userData['banner'] : undefined;
  if (!isObject(sent)) return null;
  const { image, link, place } = sent;
  const banner: Banner = {
    text: readText(sent['text']),
    image: readAddress(image),
    alt: readText(sent['alt']),
    link: readAddress(link),
    place: place === 'below' || isPosition(place) ? place : 'above',
  };
  return banner.text === '' && banner.image === null ? null : banner;
}

function isPosition(place: unknown): place is number {
  return typeof place === 'number' && Number.isInteger(place) && place >= 1 && place <= positionMax;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** An address of the web, which may be relative to the page. */
function readAddress(value: unknown): string | null {
  const text = readText(value);
  const base = 'https://shop.example';
  if (text === '' || !URL.canParse(text, base)) return null;
  return /^https?:$/.test(new URL(text, base).protocol) ? text : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
