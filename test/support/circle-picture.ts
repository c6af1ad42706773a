import sharp from 'sharp';

/** A PNG picture of a coloured circle on white. */
export function circlePicture(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#fff"/><circle cx="150" cy="150" r="${60 + hue / 4}" fill="hsl(${hue} 70% 45%)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
