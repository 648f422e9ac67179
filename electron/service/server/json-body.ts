import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { findRepeatedMember } from './repeated-member.ts';
import { shownName } from './shown-name.ts';

const JSON_CONTENT_TYPE = /^application\/json([ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i;

/** Takes JSON bodies in UTF-8 and nothing else; every other type is a 415. */
export function addJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
      if (!JSON_CONTENT_TYPE.test(type) || encoding.toLowerCase() !== 'identity') {
        throw new ApiError('unsupported_media_type', 'The body must be application/json in UTF-8.');
      }
      // Whether a body is needed is the endpoint's to say.
      return body.length === 0 ? undefined : parseJson(body);
    },
  );
}

function parseJson(body: Buffer): unknown {
  const { text, value } = readJson(body);
  const repeated = findRepeatedMember(text);
  if (repeated === '') throw new ApiError('bad_request', 'A member has no name.');
  if (repeated !== null)
    throw new ApiError('bad_request', `The member ${shownName(repeated)} is given twice.`);
  return value;
}

function readJson(body: Buffer): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    throw new ApiError('bad_request', 'The body is not JSON.', { cause: error });
  }
}
