import type { ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { View } from '../parts/shell.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import type { Reference } from './document.ts';
import { MethodBadge } from './operation-page.tsx';

export function Start({ reference }: { reference: Reference }): ReactNode {
  const { origin } = location;
  return (
    <View
      title="Reference"
      intro="Search, photo search, recommendations and catalog management: JSON over HTTP."
    >
      <div className="columns">
        <section className="panel" aria-labelledby="keys">
          <h2 id="keys">Authentication</h2>
          <p className="soft">
            Create a key in the <a href="/console/">console</a> under Keys. Each operation names the scope
            that its key needs.
          </p>
          <CodeBlock
            text={`curl -H 'x-api-key: YOUR_KEY' \\\n  '${origin}/search/demo?q=apple'`}
            label="Request with a key"
          />
        </section>
        <section className="panel" aria-labelledby="sdk">
          <h2 id="sdk">JavaScript SDK</h2>
          <p className="soft">
            The SDK has typed methods for all operations, runs in browsers and Node, and has no dependencies.
          </p>
          <CodeBlock
            text={`import { createClient } from '@vitrine/sdk';\n\nconst vitrine = createClient({ url: '${origin}', key });\nconst { items } = await vitrine.search('demo', { q: 'apple' });`}
            label="SDK request"
          />
        </section>
      </div>
      <section className="panel" aria-labelledby="conventions">
        <h2 id="conventions">Conventions</h2>
        <ul className="stack tight soft">
          <li>
            A successful write is durable and visible immediately: the next search or recommendation includes
            it.
          </li>
          <li>
            Errors are JSON with a stable <code>code</code>: see <Link to="/errors">errors</Link>. Every reply
            has the header <code>x-request-id</code>.
          </li>
          <li>
            Unknown parameters are ignored and reported in <code>warnings</code>.
          </li>
          <li>
            This reference is generated from <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
          </li>
        </ul>
      </section>
      {reference.tags.map((tag) => (
        <section key={tag} className="stack tight" aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{tag}</h2>
          <ul className="panel list" style={{ gap: 0 }}>
            {reference.operations
              .filter((operation) => operation.tag === tag)
              .map((operation) => (
                <li key={operation.id}>
                  <Link to={`/${operation.id}`}>{operation.summary}</Link>
                  <span className="row small">
                    <MethodBadge method={operation.method} />
                    <span className="path soft">{operation.path}</span>
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </View>
  );
}
