/** A replica lacks changes: a request that uses it must use another one. */
export class StaleReplica extends Error {
  constructor() {
    super('The replica lacks changes');
    this.name = 'StaleReplica';
  }
}
