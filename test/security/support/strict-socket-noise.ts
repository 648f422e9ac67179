import fc from 'fast-check';

const PIECES =
  'GET |POST |/health|/api/shops| HTTP/1.1|\r\n|\n|\r|Host: HOST|Content-Length: 3|Transfer-Encoding: chunked|: |\0|' +
  'Connection: close|Expect: 100-continue|Upgrade: x|0\r\n\r\n|{}|%|?|\r\n\r\n|\u00ff|\t| ';
const REQUEST = 'GET /health HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n';

/** Pieces of HTTP in any order, any bytes, and a request of which one byte is another; `HOST` stands for the host. */
export const socketNoise: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES.split('|')), { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 80 }).map((bytes) => String.fromCharCode(...bytes)),
  fc
    .tuple(fc.nat(60), fc.integer({ min: 0, max: 255 }))
    .map(([at, byte]) => REQUEST.slice(0, at) + String.fromCharCode(byte) + REQUEST.slice(at + 1)),
);
