import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';

/** How a shop requests what is edited here, with curl and with the SDK. */
export function ShopSnippets({
  path,
  body,
  sdk,
  children,
}: {
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
        <p className="small soft">{children}</p>
        <CodeBlock label="Request with curl" text={curl} />
        <CodeBlock label="Request with the SDK" text={sdk} />
      </div>
    </details>
  );
}
