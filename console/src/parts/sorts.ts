/** Sort orders that every catalog has, and their names. */
export const sorts = [
  ['', 'Relevance'],
  ['price:asc', 'Price: low to high'],
  ['price:desc', 'Price: high to low'],
  ['name:asc', 'Name: A to Z'],
] as const;
