/** Addresses with a comma, semicolon, bar, blank or line break between them; addresses contain commas and semicolons, too. */
export function readAddresses(cell: string): string[] {
  return cell
    .split(/[|\r\n]/)
    .flatMap((text) => text.split(/[\s,;](?=(?:https?:)?\/\/|data:image\/)/i))
    .map(removeSeparators)
    .filter((address) => address !== '');
}

function removeSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;]/.test(text[end - 1]!)) end--;
  return text.slice(0, end).trimStart();
}

/** Texts separated by commas; `\,` is a comma. */
export function splitAtCommas(cell: string): string[] {
  return cell
    .replaceAll('\\,', '\0')
    .split(',')
    .map((text) => text.replaceAll('\0', ',').trim())
    .filter((text) => text !== '');
}

/** A whole number and what may be its fraction with a unit: `1` and `5 m`. */
const wholePart = /^-?\d{1,4}$/;
const fractionPart =
  /^\d{1,2} ?(?:[cdkm]?m|[cdm]?l|[km]?g|lbs?|oz|ft|in|inch|zoll|["″”]|[km]?[vwa]|[kmg]?hz|[mk]?ah|k?wh|[tgm]b|bar|°c?|%)[²³23]?$/i;

/**
 * Reads the values of an attribute, separated by commas. A comma between a number and its fraction with a unit is a decimal sign, escaped or
 * not, with a blank or without, where all values are such numbers: `1, 5 m` is one value, and `36, 38, 40` are three.
 */
export function readAttributeValues(cell: string): string[] {
  const texts = splitAtCommas(cell);
  const isPairs =
    texts.length % 2 === 0 &&
    texts.length > 0 &&
    texts.every((text, at) => (at % 2 === 0 ? wholePart.test(text) : isFraction(texts[at - 1]!, text)));
  if (!isPairs) return texts;
  const written = cell.split(',');
  return texts.flatMap((text, at) =>
    at % 2 === 1 ? [] : [`${text},${/^\s/.test(written[at + 1] ?? '') ? ' ' : ''}${texts[at + 1]}`],
  );
}

/** `20, 40 cm` are two lengths, `1, 25 m` is one. */
function isFraction(whole: string, text: string): boolean {
  return fractionPart.test(text) && (whole.length === 1 || /^\d(?!\d)/.test(text));
}

/** The values of a list that a semicolon or a line break separates. */
export function splitAtSemicolons(cell: string): string[] {
  return cell
    .split(/[;\r\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
