import { resolveAlert, type AlertSource } from './alert-source.ts';

/** Running experiments whose visitors are divided by other shares than planned. */
export const sampleRatio: AlertSource = {
  kind: 'sample_ratio',
  everyMs: 10 * 60_000,
  read({ experiments, experimentFigures }, open) {
    const running = [...experiments.current().values()].filter(({ value }) => value.endedAt === null);
    // Alerts end when their experiment is stopped or deleted.
    const closed = open.flatMap(({ subject }) =>
      running.some(({ value }) => value.experiment.id === subject) ? [] : [resolveAlert(subject)],
    );
    const readings = running.flatMap(({ value }) => {
      const { id } = value.experiment;
      const results = experimentFigures.getLatest(value);
      const ratio = results?.sampleRatio;
      if (results === null || ratio === null || ratio === undefined) return [];
      const { control, treatment } = results.visitors;
      return [
        {
          subject: id,
          isRaised: ratio.isOff,
          detail: `The experiment ${id} has ${control} visitors of the control and ${treatment} of the treatment, which its shares do not explain: its results cannot be used`,
          figures: { control, treatment, pValue: ratio.pValue },
        },
      ];
    });
    return [...closed, ...readings];
  },
};
