import { alertTexts } from './alert-texts.ts';
import { namesOfParts } from './draft-changes.ts';
import { useLoad } from './load.ts';
import { service } from './service.ts';

/** What happened on a day of a chart, in a few words. */
export interface ChartAnnotation {
  /** As 2026-01-31. */
  readonly day: string;
  readonly text: string;
}

const versionsMax = 100;

/**
 * What may explain a change in the figures of a project: published changes, experiments that began or ended, and alerts such as a feed that
 * failed. Oldest first; a source that the user may not read has none.
 */
export function useAnnotations(project: string): readonly ChartAnnotation[] {
  const loaded = useLoad(project, async (signal) => {
    const [versions, experiments, alerts] = await Promise.all([
      service.versions.list(project, { limit: versionsMax, signal }).catch(() => ({ versions: [] })),
      service.experiments.list(project, { signal }).catch(() => ({ experiments: [] })),
      service.alerts.list(project, {}, { signal }).catch(() => ({ alerts: [] })),
    ]);
    const annotations = [
      ...versions.versions.map(({ at, message, parts }) => ({ at, text: message ?? namesOfParts(parts) })),
      ...experiments.experiments.flatMap(({ experiment, startedAt, endedAt }) => {
        const name = experiment.name ?? experiment.id;
        return [
          { at: startedAt, text: `Experiment ${name} began` },
          ...(endedAt === null ? [] : [{ at: endedAt, text: `Experiment ${name} ended` }]),
        ];
      }),
      ...alerts.alerts.map(({ kind, openedAt }) => ({ at: openedAt, text: alertTexts[kind].title })),
    ];
    return annotations
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, text }) => ({ day: new Date(at).toISOString().slice(0, 10), text }));
  });
  return loaded.value ?? [];
}

/** The annotations of each day of a chart. */
export function listAnnotations(
  annotations: readonly ChartAnnotation[],
  days: readonly string[],
): readonly (readonly string[])[] {
  return days.map((day) => annotations.filter((one) => one.day === day.slice(0, 10)).map(({ text }) => text));
}
