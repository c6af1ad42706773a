import type { ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { Link, projectPath } from '../app/router.tsx';
import { describeSolution, type SearchOutcome } from '../app/search-outcomes.ts';
import { AddSynonym } from '../parts/add-synonym.tsx';

/** What was done about a search without results, or actions: a synonym, or a rule with a redirect, a pin or a banner. */
export function FailedSearchActions({
  project,
  query,
  outcome,
  onChanged,
}: {
  project: string;
  query: string;
  /** What it brings now; undefined while it is read. */
  outcome: SearchOutcome | undefined;
  /** Called once the outcome may have changed. */
  onChanged: () => void;
}): ReactNode {
  const may = useMay();
  const ruleWith = (action: string): string =>
    `${projectPath(project, '/rules')}?${new URLSearchParams({ query, action }).toString()}`;
  const name = <span className="visually-hidden"> for “{query}”</span>;
  const solution = outcome === undefined ? null : describeSolution(outcome);
  if (outcome !== undefined && solution !== null) {
    const [rule] = outcome.rules;
    const rulePath = rule === undefined ? null : `/rules?rule=${encodeURIComponent(rule)}`;
    return (
      <span className="small">
        <span className="badge good">{solution}</span>{' '}
        {rulePath !== null && <Link to={projectPath(project, rulePath)}>Open the rule{name}</Link>}
      </span>
    );
  }
  if (!may('changeRules') || !may('changeSynonyms')) return null;
  return (
    <div className="row" role="group" aria-label={`Actions for “${query}”`}>
      <AddSynonym label={<>Add synonym{name}</>} project={project} query={query} onClose={onChanged} />
      <Link className="button small" to={ruleWith('redirect')}>
        Redirect{name}
      </Link>
      <Link className="button small" to={ruleWith('pin')}>
        Pin{name}
      </Link>
      <Link className="button small" to={ruleWith('userData')}>
        Banner{name}
      </Link>
    </div>
  );
}
