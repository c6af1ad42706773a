import type { ReactNode } from 'react';
import { Link, projectPath } from '../app/router.tsx';
import { CodeBlock } from './code-block.tsx';

/** How a shop shows what is edited here: by an element on pages with the script tag, else by a request with curl or the SDK. */
export function ShopSnippets({
  project,
  element,
  elementText,
  path,
  body,
  sdk,
  children,
}: {
  project: string;
  /** HTML of the element. */
  element: string;
  /** Where to put it. */
  elementText: string;
  path: string;
  body: object;
  sdk: string;
  children: ReactNode;
}): ReactNode {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  const curl = [
    `curl -X POST -H "x-api-key: $KEY" -H 'content-type: application/json' \\`,
    `  '${location.origin}${path}' \\`,
    `  -d '${quoted}'`,
  ].join('\n');
  return (
    <details className="panel snippets">
      <summary>Show it in your shop</summary>
      <div className="stack">
        <p className="small soft">
          {elementText} The page needs the script tag of{' '}
          <Link to={projectPath(project, '/site')}>On your site</Link>.
        </p>
        <CodeBlock label="Element for the page" text={element} />
        <details>
          <summary>For developers</summary>
          <div className="stack">
            <p className="small soft">{children}</p>
            <CodeBlock label="Request with curl" text={curl} />
            <CodeBlock label="Request with the SDK" text={sdk} />
          </div>
        </details>
      </div>
    </details>
  );
}
