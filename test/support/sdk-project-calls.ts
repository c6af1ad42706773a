import type { VitrineClient } from '@vitrine/sdk';
import { project } from './sdk-item-calls.ts';

/** Calls of the operations on projects and their pictures, in an order in which each succeeds. */
export const projectCalls: Readonly<Record<string, ((client: VitrineClient) => Promise<unknown>)[]>> = {
  listProjects: [(c) => c.admin.listProjects()],
  getProject: [(c) => c.admin.getProject(project)],
  listPictureFailures: [(c) => c.admin.pictureFailures(project)],
  startBackup: [(c) => c.admin.startBackup()],
  listBackups: [(c) => c.admin.listBackups()],
  retryPictures: [
    (c) => c.admin.retryPictures(project, 'b'),
    (c) => c.admin.retryPictures(project, { host: 'cdn.example', code: 'timeout' }),
    (c) => c.admin.retryPictures(project),
  ],
};
