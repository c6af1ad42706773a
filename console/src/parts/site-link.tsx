import type { ReactNode } from 'react';
import { Link, projectPath } from '../app/router.tsx';

/** Where a view is empty until shoppers use the search: puts it on the site. */
export function SiteLink({ project }: { project: string }): ReactNode {
  return (
    <Link to={projectPath(project, '/site')} className="button main">
      Put search on your site
    </Link>
  );
}
