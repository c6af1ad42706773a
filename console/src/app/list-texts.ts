import type { ListName, ListSourceName } from '@vitrine/sdk';

interface ListText {
  readonly list: ListName;
  /** The name of the list. */
  readonly text: string;
  readonly intro: string;
}

/** The lists of recommendations in words, in the order of choices. */
export const lists: readonly ListText[] = [
  {
    list: 'user',
    text: 'Personal',
    intro:
      'Based on the history of one shopper, signed in or anonymous. Without a history, shows what new visitors see.',
  },
  { list: 'together', text: 'Bought together', intro: 'Items often bought with this one.' },
  { list: 'similar', text: 'Similar', intro: 'Based on items viewed together, text and pictures.' },
  { list: 'trending', text: 'Trending', intro: 'Items with more visitors than usual.' },
  { list: 'popular', text: 'Popular', intro: 'Items with the most visitors, mainly from the last month.' },
  {
    list: 'because-viewed',
    text: 'Because you viewed',
    intro: 'Items similar to the last one the shopper interacted with.',
  },
  {
    list: 'viewed',
    text: 'Recently viewed',
    intro: 'The last items the shopper interacted with. Empty without a history.',
  },
  {
    list: 'again',
    text: 'Buy again',
    intro: 'Past purchases the shopper probably needs again. Empty without purchases.',
  },
];

/** What a source shows, within a sentence. */
export const sourceTexts: Readonly<Record<ListSourceName, string>> = {
  user: 'items for the visitor',
  together: 'items bought together with the cart',
  similar: 'similar items',
  trending: 'trending items',
  popular: 'popular items',
  'because-viewed': 'items similar to the last viewed one',
  viewed: 'recently viewed items',
  again: 'purchases to buy again',
  content: 'the newest items',
};

/** What a source needs of the page; others need nothing. */
export const sourceNeeds: Readonly<Partial<Record<ListSourceName, string>>> = {
  together: 'a product or a cart',
  similar: 'a product',
  'because-viewed': 'a visitor with a history',
  viewed: 'a visitor with a history',
  again: 'a visitor with purchases',
};

/** The fallbacks of a list if a placement chooses none. */
export const usualFallbacks: Readonly<Record<ListName, readonly ListSourceName[]>> = {
  user: ['trending', 'popular', 'content'],
  together: ['popular', 'content', 'similar'],
  trending: ['popular', 'content'],
  similar: ['popular', 'content'],
  popular: ['content'],
  again: [],
  viewed: [],
  'because-viewed': ['trending', 'popular', 'content'],
};
