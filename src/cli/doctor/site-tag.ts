/** A start tag of a page, with its attributes by lower-case name. */
type Attributes = ReadonlyMap<string, string>;

const comment = /<!--[^]*?(?:-->|$)/g;
const startTag = /<(script|meta)(?=[\s/>])/gi;
const endOfScript = /<\/script/gi;
const attribute = /[\s/]*([^\s=/>"']+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;

/** What the script tag of a shop says. */
export interface ShopTag {
  readonly src: string;
  readonly project: string | null;
  readonly key: string | null;
  readonly nonce: string | null;
}

/** The script tags of a page that load `/shop.js`, in order. */
export function findShopTags(html: string, pageUrl: string): ShopTag[] {
  return listTags(html, 'script').flatMap((attributes) => {
    const src = URL.parse(attributes.get('src') ?? '', pageUrl);
    if (src === null || !/\/shop(?:\.[\w-]{4,64})?\.js$/.test(src.pathname)) return [];
    return {
      src: src.href,
      project: attributes.get('data-project') ?? null,
      key: attributes.get('data-key') ?? null,
      nonce: attributes.get('nonce') ?? null,
    };
  });
}

/** The content security policies in `<meta>` elements. */
export function findMetaPolicies(html: string): string[] {
  return listTags(html, 'meta').flatMap((attributes) =>
    attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'
      ? [attributes.get('content') ?? '']
      : [],
  );
}

/** The start tags of this name. What is inside of a script is no tag. */
function listTags(html: string, name: string): Attributes[] {
  const text = html.replaceAll(comment, '');
  const tags: Attributes[] = [];
  startTag.lastIndex = 0;
  for (let match = startTag.exec(text); match !== null; match = startTag.exec(text)) {
    const found = match[1]?.toLowerCase();
    const { attributes, end } = readAttributes(text, startTag.lastIndex);
    if (found === name) tags.push(attributes);
    startTag.lastIndex = end;
    if (found !== 'script') continue;
    endOfScript.lastIndex = end;
    if (!endOfScript.test(text)) break;
    startTag.lastIndex = endOfScript.lastIndex;
  }
  return tags;
}

/** The attributes from this place to the end of the tag; the first of a name counts. */
function readAttributes(
  text: string,
  start: number,
): { readonly attributes: Attributes; readonly end: number } {
  const attributes = new Map<string, string>();
  let end = start;
  attribute.lastIndex = start;
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const [, name = '', quoted, single, plain] = match;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, (quoted ?? single ?? plain ?? '').replaceAll('&amp;', '&'));
    end = attribute.lastIndex;
  }
  return { attributes, end };
}
