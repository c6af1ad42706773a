import type { Texts } from '../texts/en.ts';

/** The queries of the chips; the sixth chip is a photo. */
export const chipQueries: readonly {
  readonly name: Exclude<keyof Texts['home']['chips'], 'photo'>;
  readonly query: string;
}[] = [
  { name: 'meaning', query: 'something to keep drinks cold' },
  { name: 'typo', query: 'jaket size 46' },
  { name: 'japanese', query: '登山靴' },
  { name: 'gift', query: 'gift for a child' },
  { name: 'sku', query: 'V549012-BROWN-46' },
];
