/** The encodings of text files, by their names in the Encoding Standard (https://encoding.spec.whatwg.org). */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'gbk',
  'gb18030',
  'big5',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** Labels of Windows, Java and databases that the standard does not know. */
const otherLabels: Readonly<Record<string, TextEncoding>> = {
  utf8mb4: 'utf-8',
  cp65001: 'utf-8',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp936: 'gbk',
  'windows-936': 'gbk',
  'euc-cn': 'gbk',
  cp949: 'euc-kr',
  'windows-949': 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  'windows-950': 'big5',
  macroman: 'macintosh',
  'x-mac-roman': 'macintosh',
};

/** The encoding of a label such as `latin1` or `GB2312`, as in an XML declaration or a header, or null if it cannot be read. */
export function findEncoding(label: string): TextEncoding | null {
  const key = label.trim().toLowerCase();
  if (Object.hasOwn(otherLabels, key)) return otherLabels[key]!;
  try {
    const name = new TextDecoder(key).encoding;
    return textEncodings.find((encoding) => encoding === name) ?? null;
  } catch {
    return null;
  }
}

/** The label of the encoding in a `Content-Type` header, or null if it has none. */
export function readCharset(contentType: string | undefined): string | null {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? [];
  const label = (quoted ?? plain ?? '').replaceAll(/^'|'$/g, '').trim();
  return label === '' ? null : label;
}
