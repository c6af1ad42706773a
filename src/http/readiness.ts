import type { ConsoleAccess } from '../domain/projects/console-access.ts';
import type { QueryEmbeddings } from '../domain/search/execution/query-embeddings.ts';
import type { Engine } from '../ports/engine.ts';
import type { ImageEncoder } from '../ports/vision.ts';

/** The state of one component. */
export interface PartState {
  readonly ready: boolean;
  readonly detail: string;
}

/** Whether sign-ins and requests with keys work. */
export interface Readiness {
  readonly ready: boolean;
  /** State by component; components that only limit the service do not affect `ready`. */
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Checks the requirements of sign-ins and requests at each call. */
export async function readinessOf(service: {
  readonly engine: Engine;
  readonly access: ConsoleAccess;
  readonly queryEmbeddings: QueryEmbeddings;
  readonly encoders: readonly ImageEncoder[];
  readonly stopping: AbortSignal;
}): Promise<Readiness> {
  const { engine, access, queryEmbeddings, encoders, stopping } = service;
  const needed = { storage: engine.status(), console: await access.status() };
  return {
    ready: !stopping.aborted && Object.values(needed).every(({ ready }) => ready),
    parts: {
      ...needed,
      writes: await engine.writes(),
      imageModel: encoders[0]?.status() ?? { ready: false, detail: 'No image model is configured' },
      textModel: queryEmbeddings.status() ?? { ready: false, detail: 'No text model is configured' },
      ...(stopping.aborted ? { service: { ready: false, detail: 'stopping' } } : {}),
    },
  };
}
