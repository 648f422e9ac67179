import { describe, expect, it } from 'vitest';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { LOCATION } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

const ID = LOCATION.amsterdam;
const asOwner = () => ({ token: service.tokens.owner });
/** Spellings that some parsers read as the same number. */
const SPELLINGS = [`0${ID}`, `000${ID}`, `+${ID}`, `-${ID}`, `%20${ID}`, `${ID}%20`, `${ID}.0`, `${ID}e0`, '00'];
const WITH_ID = CONTRACT_ENDPOINTS.filter(({ path }) => path.includes('{id}'));

describe('the path of a record', () => {
  it('finds it', async () => {
    expect((await service.send('GET', `/api/locations/${ID}`, asOwner())).status).toBe(200);
  });

  it.each(WITH_ID.map(({ method, path }) => [method, path]))(
    'accepts no other spelling of its id: %s %s',
    async (method, path) => {
      for (const spelling of SPELLINGS) {
        const target = path.replace('{id}', spelling).replace('{delivery_id}', '1');
        const { status, message } = await service.refusal(method, target, asOwner());
        expect([target, status, message]).toEqual([
          target,
          404,
          'This path does not exist. GET /docs lists those that do.',
        ]);
      }
    },
  );

  it('is unique for a delivery too', async () => {
    const twoIds = WITH_ID.filter(({ path }) => path.includes('{delivery_id}'));
    expect(twoIds).not.toEqual([]);
    for (const { method, path } of twoIds) {
      const target = path.replace('{id}', '1').replace('{delivery_id}', '01');
      expect((await service.refusal(method, target, asOwner())).message).toBe(
        'This path does not exist. GET /docs lists those that do.',
      );
    }
  });
});
