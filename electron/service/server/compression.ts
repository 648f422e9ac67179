import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { login, refresh } from '../../../shared/contract/auth.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { rotateWebhookSecret, subscribeWebhook } from '../../../shared/contract/webhooks.ts';
import { parseWeights } from './header-decoder.ts';

const COMPRESSION_THRESHOLD_BYTES = 1_024;

/** Answers with a secret: the length of a compressed answer would reveal something about it (BREACH). */
const SECRET_ENDPOINTS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  login,
  refresh,
  subscribeWebhook,
  rotateWebhookSecret,
]);

const compress = promisify<string | Uint8Array, Buffer>(gzip);

/** Compresses answers over 1 KiB by gzip for clients that ask for it with `Accept-Encoding`. */
export function addCompression(app: FastifyInstance): void {
  // Public files and descriptions stay the same. Compressing them for each request would cost a client nothing and the
  // service a lot.
  const compressedOnce = new WeakMap<Uint8Array, Promise<Buffer>>();

  const compressWhole = (payload: string | Uint8Array, isPublic: boolean): Promise<Buffer> => {
    if (!isPublic || typeof payload === 'string') return compress(payload);
    const compressing = compressedOnce.get(payload) ?? compress(payload);
    compressedOnce.set(payload, compressing);
    return compressing;
  };

  app.addHook('onSend', (request, reply, payload, done) => {
    // A 304 has the headers of the whole answer.
    if (reply.statusCode === 304) addVary(reply);
    if (!isCompressible(payload) || SECRET_ENDPOINTS.has(getEndpoint(request))) return done(null, payload);
    addVary(reply);
    if (!takesGzip(request)) return done(null, payload);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    if (payload instanceof Readable)
      return done(
        null,
        pipeline(payload, createGzip(), () => {}),
      );
    const isPublic = request.routeOptions.config.access === 'public';
    compressWhole(payload, isPublic).then((compressed) => done(null, compressed), done);
  });
}

function isCompressible(payload: unknown): payload is string | Uint8Array | Readable {
  if (typeof payload === 'string') return Buffer.byteLength(payload) > COMPRESSION_THRESHOLD_BYTES;
  if (payload instanceof Uint8Array) return payload.byteLength > COMPRESSION_THRESHOLD_BYTES;
  return payload instanceof Readable;
}

const getEndpoint = ({ routeOptions }: FastifyRequest) => routeOptions.config.endpoint as Endpoint;

function takesGzip({ headers }: FastifyRequest): boolean {
  const weights = parseWeights(String(headers['accept-encoding'] ?? ''));
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}
