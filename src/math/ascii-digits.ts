const notAsciiDigit = /(?![0-9])\p{Nd}/gu;

/** Replaces the decimal digits of all scripts by ASCII digits: "١٢" by "12". */
export function convertDigits(text: string): string {
  return text.replace(notAsciiDigit, (digit) => String(readDigit(digit.codePointAt(0)!)));
}

/** The value of a digit. Unicode has the ten digits of a script in order, and right before a zero only the nine of another script. */
function readDigit(codePoint: number): number {
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (codePoint - zero) % 10;
}
