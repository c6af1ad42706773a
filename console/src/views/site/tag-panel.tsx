import { useState, type ReactNode } from 'react';
import { useIdentity } from '../../app/identity.tsx';
import type { ProjectView } from '../../app/project-view.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { messageOf, service } from '../../app/service.ts';
import { completeAddress } from '../../app/typed-address.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Field } from '../../parts/field.tsx';

/** The tag that puts the script on pages of the shop, with a key that is made for them. */
export function TagPanel({ project }: { project: ProjectView['project'] }): ReactNode {
  const [site, setSite] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { may, publicUrl } = useIdentity();
  const mayCreate = may('createKey');
  const serviceUrl = (publicUrl ?? location.origin).replace(/\/$/, '');
  useUnsaved(
    key === null
      ? null
      : { title: 'Have you copied the tag?', detail: 'Its key is not shown again. You can make a new one.' },
  );
  const create = async (): Promise<void> => {
    setError(null);
    try {
      const origin = toOrigin(site);
      const created = await service.admin.createKey({
        name: `Script on ${new URL(origin).host}`,
        kind: 'web',
        scopes: ['search', 'recommend', 'events'],
        projects: [project.id],
        origins: [origin],
      });
      setKey(created.key);
    } catch (failure) {
      setError(failure);
    }
  };
  const tag = `<script src="${serviceUrl}/shop.js" data-project="${project.id}" data-key="${key ?? 'YOUR_WEB_KEY'}" async></script>`;
  return (
    <section className="panel stack" aria-labelledby="tag">
      <h2 id="tag">Script tag</h2>
      <p className="soft">
        Add it once to the head of all pages. If you remove it, the shop is as before.{' '}
        <a href="/docs/guide/shop-script">Instructions by platform</a>
      </p>
      <CodeBlock text={tag} label="Tag" />
      {!serviceUrl.startsWith('https:') && (
        <p className="note warn">
          <span>
            Pages over https load no script over http. Set <code>VITRINE_PUBLIC_URL</code> to the https
            address of this service.
          </span>
        </p>
      )}
      {key !== null && (
        <p className="note good">The key in the tag works on {site} only. Copy the tag now.</p>
      )}
      {key === null && mayCreate && (
        <form className="row end-aligned" onSubmit={(event) => (event.preventDefault(), void create())}>
          <Field
            label="Address of the shop"
            placeholder="https://shop.example"
            inputMode="url"
            value={site}
            onValue={setSite}
            error={error === null ? null : messageOf(error)}
          />
          <button type="submit" className="button main" disabled={site.trim() === ''}>
            Create a key for the tag
          </button>
        </form>
      )}
      {!mayCreate && (
        <p className="small soft">
          Ask an owner for a web key with the scopes <code>search</code>, <code>recommend</code> and{' '}
          <code>events</code>.
        </p>
      )}
      <p className="small soft">
        Existing keys are under <Link to={projectPath(project.id, '/keys')}>Keys</Link>.
      </p>
    </section>
  );
}

/** The origin of an address that may lack its protocol. @throws Error */
function toOrigin(address: string): string {
  const url = URL.parse(completeAddress(address));
  if (url === null || url.hostname === '') throw new Error('Enter an address such as https://shop.example');
  return url.origin;
}
