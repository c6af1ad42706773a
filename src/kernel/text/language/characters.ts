/** Classes of code units. */
export const separatorClass = 0;
export const letterClass = 1;
export const digitClass = 2;
export const unspacedClass = 3;

const classUnknown = 255;
/** The class of each UTF-16 code unit, computed on first use. */
const classes = new Uint8Array(65_536).fill(classUnknown);
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function classify(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return separatorClass;
  const char = String.fromCodePoint(codePoint);
  if (/\p{N}/u.test(char)) return digitClass;
  if (unspacedScript.test(char)) return unspacedClass;
  return /[\p{L}\p{M}]/u.test(char) ? letterClass : separatorClass;
}

/** The class of the code unit at an index, which must be within the text. */
export function getClassAt(value: string, index: number): number {
  const unit = value.charCodeAt(index);
  if (unit < 128) return asciiClasses[unit]!;
  if (unit >= 0xd800 && unit <= 0xdfff) return classifySurrogate(value, index, unit);
  let unitClass = classes[unit]!;
  if (unitClass === classUnknown) {
    unitClass = classify(unit);
    classes[unit] = unitClass;
  }
  return unitClass;
}

const asciiClasses = Uint8Array.from({ length: 128 }, (_, unit) => classify(unit));

/** Both halves of a surrogate pair have the class of the character; an unpaired half is a separator. */
function classifySurrogate(value: string, index: number, unit: number): number {
  const at = unit >= 0xdc00 ? index - 1 : index;
  const codePoint = at < 0 ? 0xd800 : (value.codePointAt(at) ?? 0xd800);
  return codePoint > 0xffff ? classify(codePoint) : separatorClass;
}

/** Whether a class is that of letters or digits of a script with spaces. */
export const isWordClass = (unitClass: number): boolean =>
  unitClass === letterClass || unitClass === digitClass;
/** Whether the code unit is a straight or a typographic apostrophe. */
export const isApostrophe = (unit: number): boolean => unit === 0x27 || unit === 0x2019;

/** Whether the code unit joins two words of a run: a hyphen, a slash or similar. */
export function isJoiner(unit: number): boolean {
  return (
    unit === 0x2d ||
    unit === 0x5f ||
    unit === 0x2e ||
    unit === 0x2f ||
    unit === 0x2010 ||
    unit === 0x2011 ||
    isApostrophe(unit)
  );
}

/** Hebrew and Arabic vowel points, cantillation and Quranic marks, and the tatweel, but not hamza and madda, which distinguish words. */
const points =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff\u0640]/g;

/** Removes the marks that are optional in Hebrew and Arabic: "שָׁלוֹם" becomes "שלום". */
export function removeVowelPoints(text: string): string {
  return text.replace(points, '');
}

/** Whether the code unit is a digit from 0 to 9. */
export const isAsciiDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
