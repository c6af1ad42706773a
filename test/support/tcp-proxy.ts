import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A network link to a port of this machine, which may be slow, silent or cut. */
export class TcpProxy implements AsyncDisposable {
  /** Delay of each direction in ms. */
  delayMs = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      this.#add(near);
      if (this.#isSilent) return;
      const far = connect(port, '127.0.0.1');
      this.#add(far);
      this.#forward(near, far);
      this.#forward(far, near);
    });
  }

  static async start(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Loses all packets from now on, without a reset: a connection only shows by a timeout that it is dead. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Forwards new connections again. Those before stay dead. */
  restore(): void {
    this.#isSilent = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #forward(from: Socket, to: Socket): void {
    let isDead = false;
    from.on('data', (chunk) => {
      isDead ||= this.#isSilent;
      if (isDead) return;
      if (this.delayMs === 0) to.write(chunk);
      else setTimeout(() => void to.write(chunk), this.delayMs);
    });
    from.once('close', () => {
      if (!isDead && !this.#isSilent) to.destroy();
    });
  }
}
