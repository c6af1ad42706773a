import type { ConsoleAccess } from '../domain/projects/console-access.ts';
import type { QueryEmbeddings } from '../domain/search/execution/query-embeddings.ts';
import type { Engine } from '../ports/engine.ts';
import type { ImageEncoder } from '../ports/vision.ts';

/** How one part of the service is, in words for an operator. */
export interface PartState {
  readonly ready: boolean;
  readonly detail: string;
}

/** Whether a sign-in and a request with a key would be answered now. */
export interface Readiness {
  readonly ready: boolean;
  /** What is not as it should be, by part; parts that only limit the service do not make it unready. */
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Looks at what a sign-in and a request with a key need, each time it is asked. */
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
