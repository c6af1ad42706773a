import { restrictQuery } from '../../../domain/access/restrictions.ts';
import { emptyQuery } from '../../../domain/query/empty-query.ts';
import { categoryFields } from '../../../ports/catalog/item-fields.ts';
import { requirePrice, type AgentCall } from './agent-shop.ts';
import { matchAll } from './catalog-filter.ts';
import { createFeedItem } from './feed-item.ts';

const categoriesMax = 50;
const productsMax = 25;

/** The index of a shop for language models, see https://llmstxt.org: where its catalog is, its categories and its first products. */
export async function writeShopIndex(
  call: AgentCall,
  { name, project }: { readonly name: string; readonly project: string },
): Promise<string> {
  const id = encodeURIComponent(project);
  const priced = matchAll(requirePrice(call));
  const { hits, facets } = await call.project.text.search(
    restrictQuery(call.restrictions, {
      ...emptyQuery,
      ...(priced === undefined ? {} : { filter: priced }),
      limit: productsMax,
      facets: categoryFields.map((field) => ({ field, limit: categoriesMax })),
    }),
  );
  const categories = Object.values(facets).flatMap(({ values }) => values);
  const products = hits
    .flatMap(({ item }) => call.readSellable(item) ?? [])
    .map((item) => createFeedItem(item, call));
  const { serviceUrl, currency } = call;
  return [
    `# ${cleanLine(name)}`,
    '',
    `> An online shop. Prices are in ${currency}. Search its catalog as described below: prices and stock are current there.`,
    '',
    '## Catalog',
    '',
    `- [Model Context Protocol](${serviceUrl}/mcp/${id}): search, products, recommendations, search by photo`,
    `- [Universal Commerce Protocol](${serviceUrl}/ucp/${id}/catalog/search): POST a query or filters`,
    `- [All products](${serviceUrl}/feeds/${id}/agentic-commerce.jsonl): JSON Lines`,
    ...formatSection(
      'Categories',
      categories.slice(0, categoriesMax).map(({ value, count }) => `- ${cleanLine(value)} (${count})`),
    ),
    ...formatSection(
      'Products',
      products.map(({ title, url, price, salePrice }) => {
        const currentPrice = salePrice ?? price;
        return url === undefined
          ? `- ${cleanLine(title)}: ${currentPrice}`
          : `- [${cleanLine(title)}](${url}): ${currentPrice}`;
      }),
    ),
    '',
  ].join('\n');
}

function formatSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** Puts a text of a shop on one line and escapes its Markdown. */
function cleanLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]<>*_`\\]/g, (character) => `\\${character}`);
}
