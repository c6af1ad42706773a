/** Sizes by system. Suits and jackets for men have EU sizes, clothes for children their height in centimetres. */
export const sizes = {
  alpha: ['S', 'M', 'L', 'XL'],
  alphaWide: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  baby: ['56', '62', '68', '74'],
  kids: ['104', '116', '128', '140'],
  kidsWide: ['92', '104', '116', '128', '140', '164'],
  mensEu: ['44', '46', '48', '50', '52', '54'],
  mensEuLarge: ['46', '48', '50', '52', '54', '56'],
  womensEu: ['36', '38', '40', '42', '44'],
  kidsShoes: ['28', '30', '32', '34'],
  mensShoes: ['41', '42', '43', '44', '45', '47'],
  shoes: ['37', '38', '39', '41', '43', '45'],
  womensShoes: ['36', '37', '38', '39', '40', '41'],
} satisfies Readonly<Record<string, readonly string[]>>;
