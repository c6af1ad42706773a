import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { Link, projectPath } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { money } from './formats.ts';
import { Highlighted } from './highlighted.tsx';
import { PictureOf, picturesOf } from './picture.tsx';

/** An item as it stands on the shelf, with whatever the view says of it. */
export function ProductCard(options: {
  item: Item;
  project: ProjectView['project'];
  place: number;
  highlights?: Readonly<Record<string, string>> | undefined;
  picture?: string | undefined;
  why?: ReactNode;
  numbers?: Readonly<Record<string, unknown>> | undefined;
  numbersTitle?: string;
  /** Above the numbers, a line each. */
  reasons?: readonly string[] | undefined;
  children?: ReactNode;
}): ReactNode {
  const {
    item,
    project,
    place,
    highlights,
    picture,
    why,
    numbers,
    numbersTitle = 'Why here',
    reasons = [],
    children,
  } = options;
  const first = picturesOf(item)[0];
  const found = highlights?.['description'];
  return (
    <li className="ware">
      <div className="window">
        <PictureOf url={picture ?? first?.url} alt={first?.alt ?? ''} size={36} />
        <span className="place" aria-hidden="true">
          {place}
        </span>
      </div>
      <div className="words">
        <h3>
          <Link to={projectPath(project.id, `/items/${encodeURIComponent(item._id)}`)}>
            {highlights?.['name'] === undefined ? item.name : <Highlighted text={highlights['name']} />}
          </Link>
        </h3>
        <span className="num">{money(item.price, project.currency)}</span>
        {found?.includes('<em>') && (
          <p className="text">
            <Highlighted text={around(found)} />
          </p>
        )}
        {why}
        {numbers !== undefined && (
          <details>
            <summary>
              {numbersTitle}
              <span className="unseen">: {item.name}</span>
            </summary>
            {reasons.length > 0 && (
              <ol className="reasons">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ol>
            )}
            <dl>
              {Object.entries(numbers).map(([name, value]) => (
                <Row key={name} name={name} value={value} />
              ))}
            </dl>
          </details>
        )}
        {children}
      </div>
    </li>
  );
}

function Row({ name, value }: { name: string; value: unknown }): ReactNode {
  return (
    <>
      <dt>{wordsOf(name)}</dt>
      <dd>
        {typeof value === 'number'
          ? Math.round(value * 1000) / 1000
          : typeof value === 'string'
            ? value
            : JSON.stringify(value)}
      </dd>
    </>
  );
}

/** `allWordsInName` as "all words in name". */
function wordsOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The part of a long text that begins shortly before the first word found. */
function around(text: string): string {
  const at = text.indexOf('<em>');
  if (at < 60) return text;
  const space = text.indexOf(' ', at - 40);
  return `… ${text.slice(space === -1 || space > at ? at : space + 1)}`;
}
