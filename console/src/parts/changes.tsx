import type { ConfigurationChange } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { nameOfPart } from '../app/draft-changes.ts';
import { counted } from './formats.ts';

/** Characters of a value that are shown. */
const lengthMax = 400;

/** Changes of the configuration, each with what differs. `actionOf`: a button of a change. */
export function Changes({
  changes,
  label,
  actionOf = () => null,
}: {
  changes: readonly ConfigurationChange[];
  label: string;
  actionOf?: (change: ConfigurationChange) => ReactNode;
}): ReactNode {
  return (
    <ul className="stack tight changes" aria-label={label}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.id}`}>
          <div className="row">
            <strong>{titleOf(change)}</strong>
            <span className={`badge ${toneOf(change)}`}>{effectOf(change)}</span>
            <span className="change-action">{actionOf(change)}</span>
          </div>
          <Differences change={change} />
        </li>
      ))}
    </ul>
  );
}

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
