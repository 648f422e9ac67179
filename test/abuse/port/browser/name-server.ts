import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server of one's own: it answers whatever name is asked for with the address that it is told last. */
export interface NameServer {
  readonly address: string;
  point(address: string): void;
  close(): void;
}

const HEADER_BYTES = 12;
/** A pointer to the name of the question; type A, class IN, to be kept for no time, four bytes. */
const ANSWER_BEFORE_ADDRESS = Buffer.from('c00c00010001000000000004', 'hex');
const ANSWERED = 0x8180;

export async function openNameServer(first: string): Promise<NameServer> {
  let current = first;
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    const address = Buffer.from(current.split('.').map(Number));
    const asked = question.subarray(0, endOfQuestion(question));
    const answer = Buffer.concat([asked, ANSWER_BEFORE_ADDRESS, address]);
    answer.writeUInt16BE(ANSWERED, 2);
    // One question, one answer, nothing more.
    Buffer.from('0001000100000000', 'hex').copy(answer, 4);
    socket.send(answer, peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    point(address) {
      current = address;
    },
    close: () => void socket.close(),
  };
}

/** Behind the labels of the name, its type and its class. */
function endOfQuestion(question: Buffer): number {
  let at = HEADER_BYTES;
  while (question[at] !== 0 && at < question.length) at += (question[at] ?? 0) + 1;
  return at + 1 + 4;
}
