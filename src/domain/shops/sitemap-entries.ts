import sax from 'sax';
import { limits } from '../../ports/limits.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { decodeText, markupCost, markupPieceLength } from './shop-items.ts';

/** A page that a sitemap lists. */
export interface SitemapEntry {
  readonly url: string;
  readonly lastmod: string | null;
  readonly hasImages: boolean;
  /** The same page in other languages, by their tags in lower case. */
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
}

export interface Sitemap {
  /** The addresses of further sitemaps, if it is an index. */
  readonly sitemaps: readonly string[];
  readonly entries: readonly SitemapEntry[];
  /** Whether the file ends early or is not well-formed, or has more entries than are allowed: pages may be missing. */
  readonly isCut: boolean;
}

interface OpenEntry {
  loc: string;
  lastmod: string;
  hasImages: boolean;
  alternates: { language: string; url: string }[];
}

const alternatesMax = 200;

/** The entries of a sitemap or of an index of sitemaps (https://www.sitemaps.org/protocol.html), or of a text with an address on each line. */
export async function parseSitemap(body: Uint8Array, base: string, slices: WorkSlices): Promise<Sitemap> {
  const text = decodeText(body);
  if (!text.trimStart().startsWith('<')) return parseTextSitemap(text, slices);
  const parser = sax.parser(true, { trim: true });
  const sitemaps: string[] = [];
  const entries: SitemapEntry[] = [];
  let isCut = false;
  let isIndex = false;
  let open: OpenEntry | null = null;
  /** The element whose text is read, directly in an entry: an image has a `loc` too. */
  let field: 'loc' | 'lastmod' | null = null;
  let depth = 0;
  let entryDepth = 0;
  const addText = (piece: string): void => {
    if (open !== null && field !== null && open[field].length + piece.length <= limits.feedUrlLengthMax)
      open[field] += piece;
  };
  Object.assign(parser, {
    onerror: () => {
      isCut = true;
    },
    onopentag: ({ name, attributes }: sax.Tag) => {
      depth++;
      const local = stripPrefix(name);
      if (open === null) {
        if (local !== 'url' && local !== 'sitemap') return;
        isIndex = local === 'sitemap';
        open = { loc: '', lastmod: '', hasImages: false, alternates: [] };
        entryDepth = depth;
        return;
      }
      if (depth === entryDepth + 1) {
        field = local === 'loc' || local === 'lastmod' ? local : null;
        if (local === 'image') open.hasImages = true;
        const { hreflang, href, rel } = attributes;
        if (
          local === 'link' &&
          rel === 'alternate' &&
          hreflang &&
          href &&
          open.alternates.length < alternatesMax
        )
          open.alternates.push({ language: hreflang.toLowerCase(), url: href });
      } else field = null;
    },
    ontext: addText,
    oncdata: addText,
    onclosetag: () => {
      if (open !== null && depth === entryDepth) {
        addEntry(open);
        open = null;
      }
      field = null;
      depth--;
    },
  });
  const addEntry = ({ loc, lastmod, hasImages, alternates }: OpenEntry): void => {
    const url = URL.parse(loc.trim(), base);
    if (url === null) return;
    url.hash = '';
    if (sitemaps.length + entries.length >= limits.sitemapEntriesMax) isCut = true;
    else if (isIndex) sitemaps.push(url.href);
    else entries.push({ url: url.href, lastmod: lastmod.trim() || null, hasImages, alternates });
  };
  const hasEnded = (): boolean => isCut;
  for (let at = 0; at < text.length && !hasEnded(); at += markupPieceLength) {
    const piece = text.slice(at, at + markupPieceLength);
    await slices.spend(markupCost * piece.length);
    parser.write(piece);
  }
  if (!hasEnded()) parser.close();
  return { sitemaps, entries, isCut };
}

async function parseTextSitemap(text: string, slices: WorkSlices): Promise<Sitemap> {
  const entries: SitemapEntry[] = [];
  let isCut = false;
  for (let at = 0; at < text.length && !isCut;) {
    const end = text.indexOf('\n', at + markupPieceLength);
    const piece = text.slice(at, end === -1 ? text.length : end);
    at += piece.length + 1;
    await slices.spend(markupCost * piece.length);
    for (const line of piece.split(/[\r\n]+/)) {
      const url = line.length > limits.feedUrlLengthMax ? null : URL.parse(line.trim());
      if (url === null) continue;
      isCut = entries.length >= limits.sitemapEntriesMax;
      if (isCut) break;
      entries.push({ url: url.href, lastmod: null, hasImages: false, alternates: [] });
    }
  }
  return { sitemaps: [], entries, isCut };
}

function stripPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Words for products in the names of sitemaps: `product-sitemap.xml`, `sitemap_products_1.xml`. */
const productWords = /produ[ck]t|prodott|artikel|article-|items?[-_.]|ware/i;

/** The sitemaps of products if their names tell them apart, otherwise all. */
export function chooseProductSitemaps(sitemaps: readonly string[]): readonly string[] {
  // `product-category-sitemap.xml` lists categories.
  const products = sitemaps.filter((url) => {
    const name = new URL(url).pathname;
    return (
      productWords.test(name) && !/categor|kategor|collection|[-_]tag|brand|image|video|review/i.test(name)
    );
  });
  return products.length > 0 ? products : sitemaps;
}
