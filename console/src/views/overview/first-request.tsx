import { useState, type ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { Link, projectPath } from '../../app/router.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';

/** A first search, as curl and with the SDK. */
export function FirstRequest({ project }: { project: string }): ReactNode {
  const [kind, setKind] = useState<'curl' | 'sdk'>('curl');
  const may = useMay();
  const texts = {
    curl: `curl -H 'x-api-key: YOUR_KEY' \\\n  '${location.origin}/search/${encodeURIComponent(project)}?q=apple&limit=5'`,
    sdk: `import { createClient } from '@vitrine/sdk';\n\nconst vitrine = createClient({ url: '${location.origin}', key: 'YOUR_KEY' });\nconst { items } = await vitrine.search('${project}', { q: 'apple', limit: 5 });`,
  };
  return (
    <section className="panel" aria-labelledby="request">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="request">Your first request</h2>
        <div className="row" role="group" aria-label="Example language">
          {(['curl', 'sdk'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="button small"
              aria-pressed={kind === one}
              onClick={() => setKind(one)}
            >
              {one === 'curl' ? 'curl' : 'JavaScript'}
            </button>
          ))}
        </div>
      </div>
      <CodeBlock text={texts[kind]} label="Example request" />
      <p className="small soft">
        {may('createKey') ? (
          <>
            Create a key with the scope <code>search</code> under{' '}
            <Link to={projectPath(project, '/keys')}>Keys</Link>.
          </>
        ) : (
          <>
            Ask an owner for a key with the scope <code>search</code>.
          </>
        )}{' '}
        The <a href="/docs/api">API reference</a> lists all operations, and the <a href="/docs">guides</a>{' '}
        show how to use them.
      </p>
    </section>
  );
}
