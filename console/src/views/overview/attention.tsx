import type { ReactNode } from 'react';
import { Link, projectPath } from '../../app/router.tsx';
import { listAttention, type AttentionEntry, type AttentionFacts } from './attention-entries.ts';

/** What needs a person today, each with a link to the page where it is mended. */
export function Attention({ facts }: { facts: AttentionFacts }): ReactNode {
  const { id } = facts.details.project;
  const entries = listAttention(facts);
  return (
    <section className="panel" aria-labelledby="attention">
      <div className="row between">
        <h2 id="attention">Needs attention</h2>
        <Link className="button small" to={projectPath(id, '/alerts')}>
          All alerts
        </Link>
      </div>
      {entries.length === 0 && <p className="soft">Nothing needs attention.</p>}
      {entries.length > 0 && (
        <ul className="list">
          {entries.map((entry) => (
            <Entry key={entry.key} project={id} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({
  project,
  entry: { tone, kind, text, hint, page },
}: {
  project: string;
  entry: AttentionEntry;
}): ReactNode {
  return (
    <li>
      <div className="attention-text">
        <span className={`badge ${tone}`}>{kind}</span>
        <div>
          <p>{text}</p>
          {hint !== undefined && <p className="small soft">{hint}</p>}
        </div>
      </div>
      {page !== null && (
        <Link className="button small" to={projectPath(project, page.rest)}>
          {page.text}
          {page.about !== undefined && <span className="visually-hidden"> {page.about}</span>}
        </Link>
      )}
    </li>
  );
}
