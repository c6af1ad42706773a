import type { ConfigurationChange } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { nameOfPart } from '../app/draft-changes.ts';
import { describeChange, describeState, listChangedItems } from './describe-change.ts';
import { useShownItems } from '../app/shown-items.ts';
import { counted } from '../parts/formats.ts';
import { ItemPicture } from '../parts/picture.tsx';

/** Characters of a value that are shown. */
const lengthMax = 400;

/** Changes of the configuration in sentences with pictures, each before and after. `actionOf`: a button of a change. */
export function Changes({
  project,
  changes,
  label,
  actionOf = () => null,
}: {
  project: string;
  changes: readonly ConfigurationChange[];
  label: string;
  actionOf?: (change: ConfigurationChange) => ReactNode;
}): ReactNode {
  const items = useShownItems(project, changes.flatMap(listChangedItems));
  const nameItem = (id: string): string => items.get(id)?.name ?? id;
  return (
    <ul className="stack tight changes" aria-label={label}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.id}`}>
          <div className="row change-head">
            <span className="small soft">{titleOf(change)}</span>
            <span className={`badge ${toneOf(change)}`}>{effectOf(change)}</span>
            <span className="change-action">{actionOf(change)}</span>
          </div>
          {describeChange(change, nameItem).map(({ text, items: shown }) => (
            <p key={text} className="change-sentence">
              {shown.map((id) => (
                <span key={id} className="thumb small-thumb">
                  <ItemPicture url={items.get(id)?.picture} size={16} />
                </span>
              ))}
              <strong>{text}</strong>
            </p>
          ))}
          <BeforeAndAfter change={change} nameItem={nameItem} />
          <details>
            <summary>Details</summary>
            <Differences change={change} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The whole in words, before next to after; nothing where it has no words. */
function BeforeAndAfter({
  change,
  nameItem,
}: {
  change: ConfigurationChange;
  nameItem: (id: string) => string;
}): ReactNode {
  const [before, after] = [change.before, change.after].map((state) =>
    describeState(change, state, nameItem),
  );
  // Where the words are the same, as for a title, the sentence of the change says all.
  if (before === after) return null;
  return (
    <dl className="before-after small">
      <div>
        <dt>Before</dt>
        <dd>{before ?? 'Was not there.'}</dd>
      </div>
      <div>
        <dt>After</dt>
        <dd>{after ?? 'Is not there.'}</dd>
      </div>
    </dl>
  );
}

/** The JSON of what differs, for developers. */
function Differences({ change }: { change: ConfigurationChange }): ReactNode {
  const { differences, differencesOmitted } = change;
  return (
    <>
      <dl className="differences">
        {differences.map(({ path, before, after }) => (
          <div key={path}>
            {path !== '' && <dt>{path}</dt>}
            <dd>
              {before !== null && (
                <del>
                  <span className="visually-hidden">before: </span>
                  {textOf(before)}
                </del>
              )}
              {after !== null && (
                <ins>
                  <span className="visually-hidden">after: </span>
                  {textOf(after)}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {differencesOmitted > 0 && (
        <p className="small soft">and {counted(differencesOmitted, 'more difference')}</p>
      )}
    </>
  );
}

/** With the name or title of the resource, where it has one. */
function titleOf(change: ConfigurationChange): string {
  const state = change.after ?? change.before;
  const named = ['name', 'title']
    .map((member): unknown =>
      state !== null && typeof state === 'object' ? Reflect.get(state, member) : null,
    )
    .find((value) => typeof value === 'string');
  return typeof named === 'string' ? `${nameOfPart(change)}: ${named}` : nameOfPart(change);
}

/** A setting without a state has its default. */
function effectOf({ kind, before, after }: ConfigurationChange): string {
  if (kind === 'settings') return after === null ? 'Reset' : 'Changed';
  if (before === null) return 'Added';
  return after === null ? 'Removed' : 'Changed';
}

function toneOf(change: ConfigurationChange): string {
  const effect = effectOf(change);
  return effect === 'Added' ? 'good' : effect === 'Removed' ? 'bad' : '';
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)} …`;
}
