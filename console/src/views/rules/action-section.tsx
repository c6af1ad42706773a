import { useId, type ReactNode } from 'react';

/** The form of one action of a rule. */
export function ActionSection({
  title,
  hint,
  onRemove,
  children,
}: {
  title: string;
  hint: ReactNode;
  onRemove: () => void;
  children: ReactNode;
}): ReactNode {
  const heading = useId();
  return (
    <div className="rule-section" role="group" aria-labelledby={heading}>
      <div className="row rule-section-head">
        <h4 id={heading}>{title}</h4>
        <button type="button" className="button small" onClick={onRemove}>
          Remove<span className="visually-hidden"> “{title}”</span>
        </button>
      </div>
      <p className="small soft">{hint}</p>
      {children}
    </div>
  );
}
