import { Agent, type ClientRequestArgs } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A machine that does not answer for this long counts as gone. */
const connectMsMax = 1_000;
/** Shorter than the server keeps idle connections, so that no request meets a connection that is being closed. */
const idleMsMax = 30_000;

/** Keeps connections to other processes; calls back with those that are established. */
export class PeerAgent extends Agent {
  constructor() {
    super({ keepAlive: true, timeout: idleMsMax });
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    onCreate: (error: Error | null, socket: Duplex) => void,
  ): null {
    const socket = connect({ host: host ?? '', port: Number(port), noDelay: true, keepAlive: true });
    const timer = setTimeout(() => socket.destroy(new Error('The connection timed out')), connectMsMax);
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      socket.off('connect', onConnect).off('error', settle);
      onCreate(error, socket);
    };
    const onConnect = (): void => settle(null);
    socket.once('connect', onConnect).once('error', settle);
    return null;
  }
}
