import { frontExperimentId } from '../../ports/configuration/front-settings.ts';
import { allocateArms, allocationBuckets, assignArm } from '../../kernel/experiments/arm-allocation.ts';
import { draftTeams } from '../../kernel/experiments/team-draft.ts';
import { hashStringWithSeed } from '../../kernel/bits/hashing.ts';
import type {
  Assignment,
  ExperimentArm,
  ExperimentArms,
  StoredArmRange,
  StoredExperiment,
} from '../../ports/configuration/experiments.ts';
import type { VersionedResources } from '../../ports/configuration/resources.ts';

export class EmbeddedExperimentArms implements ExperimentArms {
  readonly #current: () => VersionedResources<StoredExperiment>;
  /** The running experiments, oldest first, and the map that they were read from. */
  #running: {
    readonly of: VersionedResources<StoredExperiment>;
    readonly experiments: readonly StoredExperiment[];
  };

  constructor(current: () => VersionedResources<StoredExperiment>) {
    this.#current = current;
    this.#running = selectRunning(current());
  }

  readAssignment(unit: string): Assignment | null {
    const current = this.#current();
    if (this.#running.of !== current) this.#running = selectRunning(current);
    for (const experiment of this.#running.experiments) {
      const arm = assignArm(experiment.ranges, hashName(experiment), unit);
      if (arm === 'control' || arm === 'treatment') return { experiment, arm };
    }
    return null;
  }

  readFrontArm(unit: string, share: number): ExperimentArm {
    return assignFrontArm(unit, share);
  }

  allocateRanges(
    shares: Readonly<Record<ExperimentArm, number>>,
    previous: readonly StoredArmRange[],
  ): readonly StoredArmRange[] {
    const targets = Object.entries(shares).map(([arm, share]) => ({ arm, share }));
    return allocateArms(targets, previous);
  }

  interleave(
    control: readonly string[],
    treatment: readonly string[],
    { seed, count, pins }: Parameters<ExperimentArms['interleave']>[2],
  ): ReturnType<ExperimentArms['interleave']> {
    return draftTeams({ control, treatment, pins }, hashStringWithSeed(seed, 0), count);
  }
}

/**
 * The arm of a visitor in the experiment of the script of shops. Unlike other experiments, it has no stored buckets: those of the treatment
 * begin with the first one, so that a larger share keeps the visitors who see the elements.
 */
export function assignFrontArm(unit: string, share: number): ExperimentArm {
  const to = Math.round(share * allocationBuckets);
  return assignArm([{ arm: 'treatment', from: 0, to }], frontExperimentId, unit) === null
    ? 'control'
    : 'treatment';
}

/** A later experiment with the same id assigns visitors to other arms. */
const hashName = ({ experiment, startedAt }: StoredExperiment): string => `${experiment.id} ${startedAt}`;

function selectRunning(of: VersionedResources<StoredExperiment>) {
  const experiments = [...of.values()].map(({ value }) => value).filter(({ endedAt }) => endedAt === null);
  return { of, experiments: experiments.sort((a, b) => a.startedAt - b.startedAt) };
}
