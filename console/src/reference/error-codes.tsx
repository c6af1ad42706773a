import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { View } from '../parts/shell.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { errorCodes, type Reference } from './document.ts';
import { InlineCode } from './prose.tsx';

const sample = `{
  "type": "/docs/errors#invalid_item",
  "title": "Item is not valid",
  "status": 400,
  "detail": "data.price must be a finite number >= 0: current value is -3",
  "code": "invalid_item",
  "requestId": "6b015dc2ab84bcd598fc24c3",
  "errors": [{ "path": "data.price", "code": "out_of_range", "detail": "..." }]
}`;
const listedMax = 8;

/** All error codes. The `type` of an error, such as `/docs/errors#invalid_item`, redirects to its anchor here. */
export function ErrorCodes({ reference }: { reference: Reference }): ReactNode {
  // The codes are rendered after the page load, too late for the browser's own `:target`.
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
      intro="Every error is a JSON object with a stable code (RFC 9457). Use the code in programs and the detail in messages to users."
    >
      <CodeBlock text={sample} label="Example error" />
      <ul className="panel list codes" style={{ gap: 0 }}>
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
              <span className="small">
                <InlineCode text={hint} />
              </span>
              {operations.length > 0 && (
                <span className="small faint">
                  {operations.length > listedMax
                    ? `Returned by ${operations.length} operations`
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
