import type { ReactNode } from 'react';
import type { ProjectView } from '../../app/project-view.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { ShopTag } from '../../parts/shop-tag.tsx';

/** The tag that puts the script on pages of the shop. */
export function TagPanel({ project }: { project: ProjectView['project'] }): ReactNode {
  return (
    <section className="panel stack" aria-labelledby="tag">
      <h2 id="tag">Script tag</h2>
      <p className="soft">
        Add it once to the head of all pages. If you remove it, the shop is as before.{' '}
        <a href="/docs/guide/shop-script">Instructions by platform</a>
      </p>
      <ShopTag project={project.id} />
      <p className="small soft">
        Existing keys are under <Link to={projectPath(project.id, '/keys')}>Keys</Link>.
      </p>
    </section>
  );
}
