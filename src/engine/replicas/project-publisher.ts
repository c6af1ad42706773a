import type { VitrineError } from '../../ports/errors.ts';
import { itemRecord } from '../catalog/item-cache.ts';
import type { CatalogListener } from '../catalog/catalog-store.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { EmbeddedProject } from '../projects/project.ts';
import type { IndexListener } from '../search/text-index.ts';
import type { IndexChange, SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import { entryKinds, type ChangeFeed } from './change-feed.ts';
import { sentError } from './sent-error.ts';
import type { ProjectState, ReplicaMessage } from './replica-messages.ts';

/** Publishes the changes of a project to its replicas in other threads, while there are any. */
export class ProjectPublisher implements CatalogListener, IndexListener, Disposable {
  readonly slot: number;
  readonly #feed: ChangeFeed;
  readonly #project: EmbeddedProject;

  constructor(slot: number, feed: ChangeFeed, project: EmbeddedProject) {
    this.slot = slot;
    this.#feed = feed;
    this.#project = project;
    const { catalog, text, settings, rules } = project;
    catalog.onChange(this);
    text.onChange(this);
    settings.onChange((stored) => this.#send({ kind: 'settings', settings: stored }));
    rules.onChange((stored) => this.#send({ kind: 'rules', rules: stored }));
  }

  /** The state for a new replica. */
  state(): ProjectState {
    const { catalog, text, settings, rules, path } = this.#project;
    return {
      slot: this.slot,
      position: this.#feed.position(),
      path,
      settings: settings.current(),
      rules: rules.current(),
      index: text.kernel.replicaState(),
      staged: Array.from(catalog.pending, ([no, { item, pending }]) => [
        no,
        item === null ? null : itemRecord(item),
        pending,
      ]),
    };
  }

  /** Call when the project is closed, or is about to be. */
  closed(reason: VitrineError): void {
    this.#send({ kind: 'closed', error: sentError(reason) });
    this[Symbol.dispose]();
  }

  itemStaged({ no, before }: AppliedChange): void {
    this.#feed.stage(this.slot, no, before === null ? null : itemRecord(before));
  }

  itemApplied({ no, after }: AppliedChange): void {
    const record = after === null ? undefined : itemRecord(after);
    this.#feed.append(entryKinds.item, this.slot, no, record);
  }

  stagedDropped(): void {
    this.#send({ kind: 'staged-dropped', position: this.#feed.position().staged });
  }

  indexChanged(change: IndexChange): void {
    const { slot } = this;
    switch (change.kind) {
      case 'add':
        // Replicas build the document from the item.
        this.#feed.append(entryKinds.indexAdd, slot, change.document.key);
        break;
      case 'remove':
        this.#feed.append(entryKinds.indexRemove, slot, change.key);
        break;
      case 'popularity': {
        const payload = new Uint32Array(Float64Array.of(change.popularity).buffer);
        this.#feed.append(entryKinds.popularity, slot, change.key, payload);
        break;
      }
      case 'seal':
        this.#feed.append(entryKinds.seal, slot, change.next);
        break;
      default:
        this.#send({ kind: 'index', change });
    }
  }

  indexReplaced(kernel: SegmentedIndex): void {
    this.#send({ kind: 'index-replaced', index: kernel.replicaState() });
  }

  /** Publishes nothing any more. */
  [Symbol.dispose](): void {
    const { catalog, text, settings, rules } = this.#project;
    catalog.onChange(null);
    text.onChange(null);
    settings.onChange(null);
    rules.onChange(null);
  }

  #send(message: ReplicaMessage): void {
    this.#feed.send(this.slot, message);
  }
}
