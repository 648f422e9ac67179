import type { FastifyBaseLogger } from 'fastify';
import type { ApiKeysRepository } from '../../store/accounts/api-keys-repository.ts';

/**
 * The keys of a service that only reads with them: when the last use cannot be written, because another process
 * locks the store or the disk is full, that is a warning in the log, and whoever shows a key is answered.
 */
export function forgiveFailedMarks(
  keys: ApiKeysRepository,
  log: Pick<FastifyBaseLogger, 'warn'>,
): ApiKeysRepository {
  return {
    ...keys,
    async markUsed(key, usedAt) {
      try {
        await keys.markUsed(key, usedAt);
      } catch (error) {
        log.warn({ apiKeyId: key.id, err: error }, 'the last use of an API key was not written');
      }
    },
  };
}
