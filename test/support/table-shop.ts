import { item } from './service.ts';

/** The variants of a shirt, not in the order of their values: stock 0, 3, 6 and 9. */
export const shirts = ['red-xl', 'red-s', 'blue-m', 'blue-s'].map((id, no) => {
  const [color, size = ''] = id.split('-');
  const product = { groupId: 'shirt', name: 'Linen shirt', brand: 'Lune', category: 'Clothes > Shirts' };
  return item(`shirt-${id}`, { ...product, price: 40, stock: no * 3, color, size: size.toUpperCase() });
});

/** Lamps of two brands with falling prices, of which the first ten have a stock. */
export const lamps = Array.from({ length: 60 }, (_, no) =>
  item(`lamp-${no + 1}`, {
    name: `Lamp ${String(no + 1).padStart(2, '0')}`,
    brand: no % 2 === 0 ? 'Norrvik' : 'Lune',
    category: 'Home > Lamps',
    price: 100 - no,
    ...(no < 10 ? { stock: no } : {}),
  }),
);

/** A product with more variants than a row includes: 24 sold out and 2 with a stock. */
export const socks = Array.from({ length: 26 }, (_, no) =>
  item(`sock-${no + 1}`, {
    groupId: 'sock',
    name: 'Wool sock',
    price: 8,
    size: no + 20,
    stock: no < 24 ? 0 : 5,
  }),
);
