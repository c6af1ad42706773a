import type { ReactNode } from 'react';

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};

/** Renders escaped text with `<em>` around matches, without inserting HTML. */
export function Highlighted({ text }: { text: string }): ReactNode {
  return text.split(/(<em>.*?<\/em>)/s).map((part, index) => {
    const marked = /^<em>(.*)<\/em>$/s.exec(part)?.[1];
    return marked === undefined ? plain(part) : <mark key={index}>{plain(marked)}</mark>;
  });
}

/** The text without its highlights. */
export function plain(text: string): string {
  return text
    .replaceAll(/<\/?em>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity);
}
