import type { SettingsReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { View } from './shell.tsx';
import { ErrorNote, Skeleton } from './states.tsx';

/** What a form of settings needs: the stored ones, and what to call when they have changed. */
export interface SettingsFormProps {
  readonly project: string;
  readonly reply: SettingsReply;
  readonly onReload: () => void;
}

/** A view with a form of settings, which is drawn once they are loaded. `lead`: what does not wait for them. */
export function SettingsView({
  project,
  title,
  intro,
  rowHeight,
  lead,
  children,
}: {
  project: ProjectView['project'];
  title: string;
  intro: string;
  /** The height of each of three rows while the settings load. */
  rowHeight: string;
  lead?: ReactNode;
  children: (form: SettingsFormProps) => ReactNode;
}): ReactNode {
  const { value, error, reload } = useLoad(project.id, (signal) =>
    service.settings.get(project.id, { signal }),
  );
  return (
    <View title={title} intro={intro}>
      {lead}
      {error !== null && <ErrorNote error={error} retry={reload} />}
      {value === null && error === null && <Skeleton count={3} height={rowHeight} />}
      {value !== null && children({ project: project.id, reply: value, onReload: reload })}
    </View>
  );
}
