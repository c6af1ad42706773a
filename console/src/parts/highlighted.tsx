import type { ReactNode } from 'react';

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};

/** Escaped text with `<em>` around what was found, shown without ever being taken as HTML. */
export function Highlighted({ text }: { text: string }): ReactNode {
  return text.split(/(<em>.*?<\/em>)/s).map((part, index) => {
    const marked = /^<em>(.*)<\/em>$/s.exec(part)?.[1];
    return marked === undefined ? plain(part) : <mark key={index}>{plain(marked)}</mark>;
  });
}

/** The same without its marks. */
export function plain(text: string): string {
  return text
    .replaceAll(/<\/?em>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity);
}
