import { useEffect, useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { ThemeSwitch, View } from '../parts/shell.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { readDocument, type Operation, type Reference as Document } from './document.ts';
import { ErrorCodes } from './error-codes.tsx';
import { OperationPage } from './operation-page.tsx';
import { Start } from './start.tsx';

/** The API reference, rendered from the OpenAPI document of the service. */
export function Reference(): ReactNode {
  const loaded = useLoad('openapi', async (signal) => readDocument(await service.openapi({ signal })));
  const [apiKey, setApiKey] = useState('');
  const { path } = useRouter().route;
  const reference = loaded.value;
  return (
    <>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.querySelector<HTMLElement>('main h1')?.focus())}
      >
        Skip to content
      </a>
      <div className="frame reference">
        <header className="top">
          <Link to="/" className="brand">
            <Icon name="logo" size={24} />
            <span className="unshown-narrow">Vitrine</span>
          </Link>
          <span className="project-name">
            API reference
            {reference !== null && <span className="hide-narrow"> {reference.version}</span>}
          </span>
          <div className="tools">
            <a className="button quiet small" href="/docs">
              Guides
            </a>
            <a className="button quiet small" href="/console/">
              Console
            </a>
            <ThemeSwitch />
          </div>
        </header>
        <Side reference={reference} path={path} />
        <main className="content" id="main">
          {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
          {reference === null && loaded.error === null && <Skeleton height="30rem" />}
          {reference !== null && <Page reference={reference} path={path} apiKey={apiKey} onKey={setApiKey} />}
        </main>
      </div>
    </>
  );
}

function Page({
  reference,
  path,
  apiKey,
  onKey,
}: {
  reference: Document;
  path: string;
  apiKey: string;
  onKey: (key: string) => void;
}): ReactNode {
  if (path === '/') return <Start reference={reference} />;
  if (path === '/errors') return <ErrorCodes reference={reference} />;
  const operation = reference.operations.find(({ id }) => `/${id}` === path);
  if (operation !== undefined)
    return (
      <OperationPage
        key={operation.id}
        operation={operation}
        reference={reference}
        apiKey={apiKey}
        onKey={onKey}
      />
    );
  return (
    <View title="Page not found">
      <p>
        <Link to="/">Back to the start of the reference</Link>
      </p>
    </View>
  );
}

/** Operations by tag with a filter. Collapsed on narrow screens. */
function Side({ reference, path }: { reference: Document | null; path: string }): ReactNode {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(() => innerWidth > 832);
  useEffect(() => {
    if (innerWidth <= 832) setOpen(false);
  }, [path]);
  const matching = reference?.operations.filter((operation) => matches(operation, query)) ?? [];
  return (
    <nav className="side" aria-label="Reference">
      <div className="find stack tight">
        <button
          type="button"
          className="button small only-narrow"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide operations' : 'Show operations'}
        </button>
        {open && (
          <Field
            label="Find"
            type="search"
            placeholder="search, key, photo …"
            value={query}
            onValue={setQuery}
          />
        )}
      </div>
      {open && (
        <>
          <Link to="/" current={path === '/'}>
            Start
          </Link>
          <Link to="/errors" current={path === '/errors'}>
            Errors
          </Link>
          {reference?.tags.map((tag) => {
            const own = matching.filter((operation) => operation.tag === tag);
            return (
              own.length > 0 && (
                <div key={tag} role="group" aria-label={tag}>
                  <span className="operation-group">{tag}</span>
                  {own.map((operation) => (
                    <Link key={operation.id} to={`/${operation.id}`} current={path === `/${operation.id}`}>
                      {operation.summary}
                    </Link>
                  ))}
                </div>
              )
            );
          })}
          {reference !== null && matching.length === 0 && (
            <p className="small soft">No matching operations.</p>
          )}
        </>
      )}
    </nav>
  );
}

function matches(operation: Operation, query: string): boolean {
  const text = [
    operation.id,
    operation.path,
    operation.method,
    operation.summary,
    operation.description,
    operation.tag,
    ...operation.parameters.map(({ name }) => name),
  ]
    .join(' ')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
