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
      intro="Search by words and by photo, live recommendations, and the catalog behind them: JSON over HTTP."
    >
      <div className="columns">
        <section className="pane" aria-labelledby="keys">
          <h2 id="keys">A key with every request</h2>
          <p className="soft">
            Keys come from the <a href="/console/">console</a>, under Keys of a project. Each has scopes: an
            operation names the one it needs.
          </p>
          <CodeBlock
            text={`curl -H 'x-api-key: YOUR_KEY' \\\n  '${origin}/search/demo?q=apple'`}
            label="A request with a key"
          />
        </section>
        <section className="pane" aria-labelledby="sdk">
          <h2 id="sdk">From JavaScript</h2>
          <p className="soft">
            The SDK has a typed method for every operation, in browsers and in Node, and depends on nothing.
          </p>
          <CodeBlock
            text={`import { createClient } from '@vitrine/sdk';\n\nconst vitrine = createClient({ url: '${origin}', key });\nconst { items } = await vitrine.search('demo', { q: 'apple' });`}
            label="A request through the SDK"
          />
        </section>
      </div>
      <section className="pane" aria-labelledby="promises">
        <h2 id="promises">What holds everywhere</h2>
        <ul className="stack tight soft">
          <li>
            A write that was answered is durable and visible: the very next search, list or recommendation has
            it.
          </li>
          <li>
            A failure is JSON with a stable <code>code</code>: see <Link to="/errors">errors</Link>. Every
            reply carries <code>x-request-id</code>.
          </li>
          <li>
            An unknown parameter is never fatal and never silent: the reply carries <code>warnings</code>.
          </li>
          <li>
            The document behind these pages is <a href="/openapi.json">openapi.json</a> (3.1).
          </li>
        </ul>
      </section>
      {reference.tags.map((tag) => (
        <section key={tag} className="stack tight" aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{tag}</h2>
          <ul className="pane lines" style={{ gap: 0 }}>
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
