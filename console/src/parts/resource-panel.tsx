import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { Check } from './field.tsx';

export interface PanelOfResource {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly enabled: boolean;
  readonly badge: (isEnabled: boolean) => { readonly text: string; readonly tone: string };
  readonly sentence: string;
  /** Pictures of its first products. */
  readonly products: ReactNode;
  /** What it earned. */
  readonly earnings: string;
  readonly editPath: string;
  /** Further links than "Edit". */
  readonly links?: readonly (readonly [text: string, path: string])[];
}

/** A placement or collection in a list: its name, status and content, and its actions. */
export function ResourcePanel({
  id,
  title,
  version,
  enabled,
  badge,
  sentence,
  products,
  earnings,
  editPath,
  links = [],
  mayChange,
  onEnabled,
  onRemove,
}: PanelOfResource & {
  readonly mayChange: boolean;
  /** Resolves to whether it succeeded. */
  onEnabled: (enabled: boolean) => Promise<boolean>;
  onRemove: () => void;
}): ReactNode {
  const name = <span className="visually-hidden"> {id}</span>;
  // As clicked, until the service has replied.
  const [isEnabled, setIsEnabled] = useState(enabled);
  useEffect(() => setIsEnabled(enabled), [enabled, version]);
  const change = async (next: boolean): Promise<void> => {
    setIsEnabled(next);
    if (!(await onEnabled(next))) setIsEnabled(!next);
  };
  const { text, tone } = badge(isEnabled);
  return (
    <li className="panel resource-card">
      <div className="rule-head">
        <div className="rule-title">
          <h2>{title}</h2>
          {title !== id && <code className="soft">{id}</code>}
          <span className={`badge ${tone}`}>{text}</span>
        </div>
        {products}
        <p className="rule-sentence">{sentence}</p>
        <p className="small soft num">{earnings}</p>
        <div className="row">
          {[[mayChange ? 'Edit' : 'Open', editPath] as const, ...links].map(([link, path]) => (
            <Link key={link} to={path} className="button small">
              {link}
              {name}
            </Link>
          ))}
          {mayChange && (
            <>
              <button type="button" className="button small bad" onClick={onRemove}>
                Delete{name}
              </button>
              <Check label={<>Enabled{name}</>} checked={isEnabled} onChecked={(next) => void change(next)} />
            </>
          )}
        </div>
      </div>
    </li>
  );
}
