import type { ReactNode } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';

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
  const body = JSON.stringify({ index: project, ...request }).replaceAll("'", String.raw`'\''`);
  const curl = [
    `curl -X POST -H "x-api-key: $KEY" -H 'content-type: application/json' \\`,
    `  '${location.origin}/reco/placements/${id}' \\`,
    `  -d '${body}'`,
  ].join('\n');
  const sdk = [
    'const { items, placement } = await vitrine.recommend.placement(',
    `  ${JSON.stringify(project)}, ${JSON.stringify(id)}, ${JSON.stringify(request)},`,
    ');',
  ].join('\n');
  return (
    <details className="panel snippets">
      <summary>Show it in your shop</summary>
      <div className="stack">
        <p className="small soft">
          Send everything that the page knows, also if this list does not need it: the visitor, the product,
          the cart, the category.
        </p>
        <CodeBlock label="Request with curl" text={curl} />
        <CodeBlock label="Request with the SDK" text={sdk} />
      </div>
    </details>
  );
}
