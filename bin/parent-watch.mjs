const lookMs = 500;

/** npm kills its shell without a signal to other processes: calls `onLost`, again and again, once the parent of this process is another one. */
export function watchParent(parent, onLost) {
  setInterval(() => process.ppid !== parent && onLost(), lookMs).unref();
}
