import type { Socket } from 'node:net';
import { UI_HEADERS } from './ui-headers.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Ends a connection on which something came that is no request: lines that are not HTTP, too large headers, too slow
 * clients. Whoever was answered before on it gets no further answer, which could be taken for that of another request.
 */
export function refuseUnread(failure: NodeJS.ErrnoException, socket: Socket): void {
  if (failure.syscall !== undefined || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = STATUS_LINES[failure.code ?? ''] ?? '400 Bad Request';
  const headers = { ...UI_HEADERS, 'content-length': '0', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'));
  socket.destroySoon();
}
