import type { ReactNode } from 'react';
import { Link, projectPath } from '../app/router.tsx';

/** A rule with its name for people. */
export interface TitledRule {
  readonly id: string;
  readonly title: string;
}

/** A text of the service, with the titles of rules instead of their ids. */
export function withTitles(text: string, rules: readonly TitledRule[]): string {
  return rules.reduce((named, { id, title }) => named.replaceAll(`“${id}”`, `“${title}”`), text);
}

/** What rules did to a search in addition to its items: a redirect, another query, facets first, data for the page. */
export function RuleEffects({
  project,
  rules,
  effects,
}: {
  project: string;
  /** Those that acted. */
  rules: readonly TitledRule[];
  effects: {
    readonly redirect?: { readonly url: string };
    readonly rewrittenQuery?: string;
    readonly userData?: readonly unknown[];
    /** Only in previews; a search has the facets themselves. */
    readonly facetsFirst?: readonly string[];
  };
}): ReactNode {
  const { redirect, rewrittenQuery, userData = [], facetsFirst = [] } = effects;
  return (
    <>
      {redirect !== undefined && (
        <p className="note">
          <span>
            Shoppers are sent to {/* A path is a page of the shop, not of the console. */}
            {redirect.url.startsWith('/') ? (
              <code>{redirect.url}</code>
            ) : (
              <a href={redirect.url}>{redirect.url}</a>
            )}
          </span>
        </p>
      )}
      {rules.length > 0 && (
        <p className="small">
          {rules.length === 1 ? 'Rule: ' : 'Rules: '}
          {rules.map(({ id, title }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={`${projectPath(project, '/rules')}?rule=${encodeURIComponent(id)}`}>{title}</Link>
            </span>
          ))}
        </p>
      )}
      {rewrittenQuery !== undefined && (
        <p className="small">
          Searched for <mark>{rewrittenQuery === '' ? 'all items' : rewrittenQuery}</mark> instead, by rule.
        </p>
      )}
      {facetsFirst.length > 0 && (
        <p className="small">
          Facets first:{' '}
          {facetsFirst.map((field, index) => (
            <span key={field}>
              {index > 0 && ', '}
              <code>{field}</code>
            </span>
          ))}
        </p>
      )}
      {userData.length > 0 && (
        <details className="small">
          <summary>Data for the page</summary>
          <pre className="effect-data">{JSON.stringify(userData, null, 2)}</pre>
        </details>
      )}
    </>
  );
}
