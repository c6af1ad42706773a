import type { Item } from '@vitrine/sdk';
import type { HTMLAttributes, ReactNode } from 'react';
import { Link, projectPath } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { money } from './formats.ts';
import { Highlighted } from './highlighted.tsx';
import { ItemPicture, picturesOf } from './picture.tsx';

/** An item in a grid of results, with actions and explanations of the view. */
export function ProductCard(options: {
  item: Item;
  project: ProjectView['project'];
  position: number;
  highlights?: Readonly<Record<string, string>> | undefined;
  picture?: string | undefined;
  reason?: ReactNode;
  numbers?: Readonly<Record<string, unknown>> | undefined;
  numbersTitle?: string;
  /** Lines of explanation above the numbers. */
  reasons?: readonly string[] | undefined;
  /** Attributes of the list item, to drag it. */
  attributes?: HTMLAttributes<HTMLLIElement>;
  children?: ReactNode;
}): ReactNode {
  const {
    item,
    project,
    position,
    highlights,
    picture,
    reason,
    numbers,
    numbersTitle = 'Ranking',
    reasons = [],
    attributes = {},
    children,
  } = options;
  const first = picturesOf(item)[0];
  const description = highlights?.['description'];
  return (
    <li {...attributes} className={`product-card ${attributes.className ?? ''}`}>
      <div className="picture">
        <ItemPicture url={picture ?? first?.url} alt={first?.alt ?? ''} size={36} />
        <span className="position" aria-hidden="true">
          {position}
        </span>
      </div>
      <div className="body">
        <h3>
          <Link to={projectPath(project.id, `/items/${encodeURIComponent(item._id)}`)}>
            {highlights?.['name'] === undefined ? item.name : <Highlighted text={highlights['name']} />}
          </Link>
        </h3>
        <span className="num">{money(item.price, project.currency)}</span>
        {description?.includes('<em>') && (
          <p className="excerpt">
            <Highlighted text={excerptOf(description)} />
          </p>
        )}
        {reason}
        {numbers !== undefined && (
          <details>
            <summary>
              {numbersTitle}
              <span className="visually-hidden">: {item.name}</span>
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
      <dt>{labelOf(name)}</dt>
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
function labelOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The part of a long text from shortly before the first match. */
function excerptOf(text: string): string {
  const at = text.indexOf('<em>');
  if (at < 60) return text;
  const space = text.indexOf(' ', at - 40);
  return `… ${text.slice(space === -1 || space > at ? at : space + 1)}`;
}
