import { VitrineError } from '../../../ports/errors.ts';
import type { Call } from '../../operation.ts';
import type { OpenedProject } from '../../opened-project.ts';
import { indexNotFound } from './protocol.ts';

/** The projects that a request has opened: one by the name of its index. */
export class NamedIndexes {
  readonly #call: Pick<Call<unknown, unknown>, 'key' | 'open' | 'spendRates'>;
  readonly #opened = new Map<string, Promise<OpenedProject>>();

  constructor(call: Pick<Call<unknown, unknown>, 'key' | 'open' | 'spendRates'>) {
    this.#call = call;
  }

  /**
   * The project that an index stands for: the one with its name. `values`: who asks, for the rate limits, which are applied once for
   * each project.
   * @throws VitrineError project_not_found, project_forbidden, rate_limited
   */
  open(index: string, values: { readonly session: string | null }): Promise<OpenedProject> {
    const known = this.#opened.get(index);
    if (known !== undefined) return known;
    const opened = this.#open(index, values);
    this.#opened.set(index, opened);
    return opened;
  }

  async #open(index: string, values: { readonly session: string | null }): Promise<OpenedProject> {
    const { key, open } = this.#call;
    if (key !== null && key.projects !== null && !key.projects.includes(index))
      throw new VitrineError('project_forbidden', `The key is not for ${index.slice(0, 200)}`);
    try {
      const opened = await open(index, {});
      opened.spendRates(values);
      return opened;
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'project_not_found') throw indexNotFound(index);
      throw error;
    }
  }
}
