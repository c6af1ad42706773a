import sax from 'sax';

/** An element of a document without attributes: its text, and its child elements by name, in order. */
export interface XmlElement {
  readonly text: string;
  readonly children: Readonly<Record<string, readonly XmlElement[]>>;
}

interface OpenElement {
  text: string;
  readonly children: Record<string, XmlElement[]>;
}

/** The root of a document. @throws Error if it is not well-formed */
export function parseXml(document: string): XmlElement {
  const parser = sax.parser(true);
  const top: OpenElement = { text: '', children: {} };
  const open: OpenElement[] = [top];
  const addText = (text: string): void => void (open.at(-1)!.text += text);
  Object.assign(parser, {
    onerror: (error: Error) => {
      throw error;
    },
    onopentag: () => void open.push({ text: '', children: {} }),
    ontext: addText,
    oncdata: addText,
    onclosetag: (name: string) => {
      const element = open.pop()!;
      (open.at(-1)!.children[name] ??= []).push(element);
    },
  });
  parser.write(document).close();
  const root = Object.values(top.children)[0]?.[0];
  if (root === undefined) throw new Error('The document has no element');
  return root;
}

/** The text of the first child with this name; empty: none. */
export const getChildText = ({ children }: XmlElement, name: string): string =>
  children[name]?.[0]?.text ?? '';
