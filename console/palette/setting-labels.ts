import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SettingLabel } from 'virtual:palette';
import { parseSync } from 'vite';

/** Pages with single settings, and the view of each. What a view imports from `views` belongs to it. */
const pages = [
  ['/relevance', 'relevance.tsx'],
  ['/site', 'site.tsx'],
  ['/keys', 'access-settings.tsx'],
  ['/settings', 'settings.tsx'],
] as const;

/** Files with fields that set nothing. */
const otherFiles = new Set([
  'site/site-preview.tsx',
  'site/field-list.tsx',
  'relevance/learned-corrections.tsx',
  'relevance/try-panel.tsx',
]);

/** Reads the labels of all fields from the sources of the views, so that the palette cannot differ from them. */
export function readSettingLabels(viewFolder: string): readonly SettingLabel[] {
  return pages.flatMap(([page, view]) => {
    const sections = new Map<string, string>();
    const found = listFiles(viewFolder, view).flatMap((file) =>
      readLabels(join(viewFolder, file), page, sections),
    );
    // A section without a field sets nothing.
    return found.filter(
      ({ label, section }) =>
        label !== section || found.some((one) => one.section === section && one.label !== section),
    );
  });
}

/** The view and the files below `views` that it imports, in the order of the imports. */
function listFiles(viewFolder: string, view: string): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || otherFiles.has(file) || file.startsWith('..')) return;
    found.add(file);
    const path = join(viewFolder, file);
    for (const { moduleRequest } of parseSync(path, readFileSync(path, 'utf8')).module.staticImports)
      if (/^\.\.?\/.*\.tsx$/.test(moduleRequest.value))
        visit(relative(viewFolder, join(dirname(path), moduleRequest.value)));
  };
  visit(view);
  return [...found];
}

type AstNode = Readonly<Record<string, unknown>>;

/** Reads the labels of a file. `sections` has the section that each component was found in, and gets those of the components of this file. */
function readLabels(path: string, page: string, sections: Map<string, string>): readonly SettingLabel[] {
  const found: SettingLabel[] = [];
  const { body } = parseSync(path, readFileSync(path, 'utf8')).program;
  const visit = (node: unknown, section: string): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, section);
      return;
    }
    if (!isNode(node)) return;
    // A component is below those that draw it, in the same file or in an imported one.
    if (node['type'] === 'FunctionDeclaration') {
      const drawnIn = sections.get(String((node['id'] as AstNode)['name'])) ?? section;
      visit(node['body'], drawnIn);
      return;
    }
    // Rows that a person adds are no single settings; those of a constant are.
    if (isRepeated(node)) {
      for (const label of readRowLabels(node, body)) found.push({ page, label, section, hint: '' });
      return;
    }
    if (node['type'] === 'JSXElement') {
      const element = readElement(node);
      // A dialog is not on the page.
      if (/^(?:Dialog|Confirm)$/.test(element.name)) return;
      const own = /^(?:FormSection|SettingsGroup)$/.test(element.name)
        ? element.read('title')
        : readHeading(node);
      const label = element.isInput ? element.read('label') || element.read('legend') : '';
      const inSection = own || section;
      if (inSection !== '' && !element.isInput) sections.set(element.name, inSection);
      if (own !== '') found.push({ page, label: own, section: own, hint: '' });
      if (label !== '') found.push({ page, label, section: inSection, hint: element.read('hint') });
      for (const value of Object.values(node)) visit(value, inSection);
      return;
    }
    for (const value of Object.values(node)) visit(value, section);
  };
  visit(body, '');
  return found;
}

function isNode(value: unknown): value is AstNode {
  return value !== null && typeof value === 'object' && 'type' in value;
}

function isRepeated(node: AstNode): boolean {
  const callee = node['callee'];
  const property = isNode(callee) ? callee['property'] : undefined;
  return node['type'] === 'CallExpression' && isNode(property) && property['name'] === 'map';
}

/** The labels of fields that are drawn for each row of a constant: those of `rows.map(([name, label]) => <Field label={label} … />)`. */
function readRowLabels(call: AstNode, body: unknown): readonly string[] {
  const rows = findConstant(body, ((call['callee'] as AstNode)['object'] as AstNode)['name']);
  const [callback] = call['arguments'] as readonly AstNode[];
  const [pattern] = (callback?.['params'] ?? []) as readonly AstNode[];
  if (rows === null || pattern?.['type'] !== 'ArrayPattern') return [];
  const names = (pattern['elements'] as readonly (AstNode | null)[]).map((one) => one?.['name']);
  const index = names.indexOf(findLabelName(callback));
  return index < 0 ? [] : rows.map((row) => readTexts((row['elements'] as readonly AstNode[])[index]));
}

/** The elements of a constant array of arrays of the file; null if there is none of this name. */
function findConstant(body: unknown, name: unknown): readonly AstNode[] | null {
  const declarations = (body as readonly AstNode[]).flatMap(
    (one) => (one['type'] === 'VariableDeclaration' ? one['declarations'] : []) as readonly AstNode[],
  );
  const initial = declarations.find(({ id }) => (id as AstNode)['name'] === name)?.['init'];
  const value = isNode(initial) && initial['type'] === 'TSAsExpression' ? initial['expression'] : initial;
  const elements = isNode(value) && value['type'] === 'ArrayExpression' ? value['elements'] : [];
  const rows = elements as readonly AstNode[];
  return rows.length > 0 && rows.every(({ type }) => type === 'ArrayExpression') ? rows : null;
}

/** The name of the variable that is the label of a field. */
function findLabelName(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => findLabelName(one)).find((name) => name !== undefined);
  if (!isNode(node)) return undefined;
  if (node['type'] === 'JSXAttribute' && (node['name'] as AstNode)['name'] === 'label')
    return ((node['value'] as AstNode | null)?.['expression'] as AstNode | undefined)?.['name'];
  return findLabelName(Object.values(node));
}

function readElement(node: AstNode): {
  readonly name: string;
  /** Whether it is a component that reports what is typed or chosen, as `onValue` does. */
  readonly isInput: boolean;
  readonly read: (attribute: string) => string;
} {
  const opening = node['openingElement'] as AstNode;
  const attributes = opening['attributes'] as readonly AstNode[];
  const named = (name: string): AstNode | undefined =>
    attributes.find((one) => isNode(one['name']) && one['name']['name'] === name);
  const { name: identifier } = opening['name'] as AstNode;
  const name = typeof identifier === 'string' ? identifier : '';
  const hasHandler = attributes.some(
    (one) => isNode(one['name']) && /^on[A-Z]/.test(String(one['name']['name'])),
  );
  return {
    name,
    isInput: hasHandler && /^[A-Z]/.test(name),
    read: (attribute) => readTexts(named(attribute)?.['value']).replaceAll(/\s+/g, ' ').trim(),
  };
}

/** The text of the `h2` that a section begins with. */
function readHeading(node: AstNode): string {
  const heading = (node['children'] as readonly AstNode[]).find(
    (child) => child['type'] === 'JSXElement' && readElement(child).name === 'h2',
  );
  return heading === undefined ? '' : readTexts(heading['children']).replaceAll(/\s+/g, ' ').trim();
}

/** The texts that the source has for a value; what is computed is left out. */
function readTexts(node: unknown): string {
  if (Array.isArray(node)) return node.map((one) => readTexts(one)).join(' ');
  if (!isNode(node)) return '';
  if (node['type'] === 'Literal' || node['type'] === 'JSXText')
    return typeof node['value'] === 'string' ? node['value'] : '';
  if (node['type'] === 'JSXExpressionContainer') return readTexts(node['expression']);
  if (node['type'] === 'JSXElement' || node['type'] === 'JSXFragment') return readTexts(node['children']);
  if (node['type'] === 'ConditionalExpression')
    return `${readTexts(node['consequent'])} ${readTexts(node['alternate'])}`;
  if (node['type'] === 'TemplateLiteral')
    return (node['quasis'] as readonly AstNode[])
      .map(({ value }) => (value as { cooked: string }).cooked)
      .join(' ');
  return '';
}
