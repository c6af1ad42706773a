import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { View } from '../parts/shell.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { errorCodes, type Reference } from './document.ts';

const sample = `{
  "type": "/docs/errors#invalid_item",
  "title": "Item is not valid",
  "status": 400,
  "detail": "data.price must be a finite number >= 0: current value is -3",
  "code": "invalid_item",
  "requestId": "6b015dc2ab84bcd598fc24c3",
  "errors": [{ "path": "data.price", "code": "out_of_range", "detail": "..." }]
}`;
const namedMax = 8;

/** Every code, each at an anchor of its own: `/docs/errors#invalid_item`, where the `type` of an error points. */
export function ErrorCodes({ reference }: { reference: Reference }): ReactNode {
  // The codes come after the page did, too late for the browser's own `:target`.
  const [target, setTarget] = useState('');
  useEffect(() => {
    const show = (): void => {
      const code = location.hash.slice(1);
      setTarget(code);
      if (code !== '') document.getElementById(code)?.scrollIntoView();
    };
    show();
    addEventListener('hashchange', show);
    return () => removeEventListener('hashchange', show);
  }, []);
  return (
    <View
      title="Errors"
      intro="Every failure is a JSON object with a stable code (RFC 9457). Switch on the code; show the detail to people."
    >
      <CodeBlock text={sample} label="An error" />
      <ul className="pane lines codes" style={{ gap: 0 }}>
        {errorCodes(reference).map(({ code, status, title, hint, operations }) => (
          <li key={code} id={code} className={code === target ? 'target' : undefined}>
            <div className="stack tight">
              <span className="row">
                <span className="badge num">{status}</span>
                <a href={`#${code}`}>
                  <code>{code}</code>
                </a>
                <span>{title}</span>
              </span>
              <span className="small">{hint}</span>
              {operations.length > 0 && (
                <span className="small faint">
                  {operations.length > namedMax
                    ? `From ${operations.length} operations`
                    : operations.map((operation, index) => (
                        <span key={operation.id}>
                          {index > 0 && ', '}
                          <Link to={`/${operation.id}`}>{operation.summary}</Link>
                        </span>
                      ))}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </View>
  );
}
