import type { ReactNode } from 'react';
import { ShopSnippets } from '../../parts/shop-snippets.tsx';

/** How a page asks for a placement, with what the preview sends. */
export function PlacementSnippets({
  project,
  id,
  request,
}: {
  project: string;
  id: string;
  request: Readonly<Record<string, unknown>>;
}): ReactNode {
  const sdk = [
    'const { items, placement } = await vitrine.recommend.placement(',
    `  ${JSON.stringify(project)}, ${JSON.stringify(id)}, ${JSON.stringify(request)},`,
    ');',
  ].join('\n');
  return (
    <ShopSnippets
      project={project}
      element={`<vitrine-list placement="${id}"></vitrine-list>`}
      elementText="Under On your site, click where the list stands. Or paste this there: the product of the page is found by itself."
      path={`/reco/placements/${id}`}
      body={{ index: project, ...request }}
      sdk={sdk}
    >
      Send everything that the page knows, also if this list does not need it: the visitor, the product, the
      cart, the category.
    </ShopSnippets>
  );
}
