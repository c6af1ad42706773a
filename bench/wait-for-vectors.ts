import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../test/support/service.ts';

interface ProjectState {
  readonly project: {
    readonly pictures?: { readonly pending?: number };
    readonly semantic: {
      readonly pending: number;
      readonly crossLingual: { readonly pending: number };
      readonly reason: string | null;
      readonly detail: string;
    };
  };
}

const pollMs = 500;
/** A new catalog is read by the text model after its import; only then are items pending. */
const startMs = 3_000;

/** Waits until the vectors of a project's names and pictures are computed; prints why names have none. */
export async function waitForVectors(service: RunningService, project: string): Promise<void> {
  const headers = await service.signIn();
  await sleep(startMs);
  for (;;) {
    const { body } = await service.ask<ProjectState>('GET', `/admin/projects/${project}`, { headers });
    const { pictures, semantic } = body.project;
    const { reason, detail } = semantic;
    const isOff = reason !== null && reason !== 'no_vectors';
    const names = isOff ? 0 : semantic.pending + semantic.crossLingual.pending;
    if (names + (pictures?.pending ?? 0) === 0) {
      if (isOff) process.stdout.write(`${project}: words alone (${reason}${detail && `, ${detail}`})\n`);
      return;
    }
    await sleep(pollMs);
  }
}
