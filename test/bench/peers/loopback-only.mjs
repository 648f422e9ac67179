// Preloaded with --import into the peers that come from npm. They reach only this computer.
import { Socket } from 'node:net';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const { connect } = Socket.prototype;

/** @this {Socket} @param {any[]} given as `connect` takes it: normalized by Node, an object, a port and host, or a path */
Socket.prototype.connect = function connectHere(...given) {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const { path, host } = typeof first === 'object' ? first : { path: undefined, host: second };
  const isPath = path !== undefined || (typeof first === 'string' && !/^\d+$/.test(first));
  if (!isPath && !LOOPBACK.has(host ?? 'localhost')) {
    return this.destroy(new Error(`The benchmark lets nobody reach ${host}.`));
  }
  return connect.apply(this, given);
};
