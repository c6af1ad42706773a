import type { Alert, AlertKind } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';

/** A finding of a source about one subject. A subject without a reading keeps its state. */
export interface AlertReading {
  /** See {@link Alert}. */
  readonly subject: string;
  /** True opens an alert, unless one is open; false resolves it. */
  readonly isRaised: boolean;
  readonly detail: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Finds one kind of condition that needs attention. */
export interface AlertSource {
  readonly kind: AlertKind;
  /** Milliseconds between two readings of a project. */
  readonly everyMs: number;
  /** `open` has the open alerts of the kind. */
  read(project: ProjectEngine, open: readonly Alert[], now: number): readonly AlertReading[];
  /**
   * The time at which the source will raise an alert of a project that does not change, so that it is opened for that although it is
   * closed as idle; null means never.
   */
  computeDueTime?(project: ProjectEngine): number | null;
}

/** A reading that resolves the alert of a subject. */
export const resolveAlert = (subject = ''): AlertReading => ({
  subject,
  isRaised: false,
  detail: '',
  figures: {},
});
