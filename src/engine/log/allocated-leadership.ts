import type { ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import type { Leadership } from './leader-election.ts';

/** The leadership of one project that some processes of a cluster hold: the first of them is the leader. */
export class AllocatedLeadership implements Leadership {
  readonly #allocation: ProjectAllocation;
  readonly #projectId: string;
  readonly #onError: (error: unknown) => void;
  readonly #subscribers = new Map<object, (() => void)[]>();
  #wasLeader: boolean;

  constructor(allocation: ProjectAllocation, projectId: string, onError: (error: unknown) => void) {
    this.#allocation = allocation;
    this.#projectId = projectId;
    this.#onError = onError;
    this.#wasLeader = this.isLeader;
  }

  get isLeader(): boolean {
    return this.#allocation.isLeader(this.#projectId);
  }

  onElected(owner: object, call: () => void): void {
    this.#subscribers.set(owner, [...(this.#subscribers.get(owner) ?? []), call]);
  }

  unsubscribe(owner: object): void {
    this.#subscribers.delete(owner);
  }

  /** Call after each change of the allocation. */
  onAllocationChange(): void {
    const { isLeader } = this;
    const isElected = isLeader && !this.#wasLeader;
    this.#wasLeader = isLeader;
    if (!isElected) return;
    for (const call of [...this.#subscribers.values()].flat()) {
      try {
        call();
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
