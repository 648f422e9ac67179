import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAnswerAge } from '../../electron/platform/answer-age.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { NOW } from '../support/fixed-clock.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';

const AT = Date.parse(NOW);
let service: SignedInService;
let answer: () => void;

beforeAll(async () => {
  service = await startStandInService({
    methods: {
      async searchProducts() {
        answer();
        return { rows: [], total: 0 };
      },
    },
  });
});
afterAll(() => service.stop());

async function headersOf() {
  const sending = { headers: { authorization: `Bearer ${service.token}` } };
  const { headers } = await service.send('GET', '/api/products', sending);
  return { age: headers.age ?? null, status: headers['cache-status'] ?? null };
}

describe('the age of an answer', () => {
  it('is not sent if the platform itself answers', async () => {
    answer = () => {};
    expect(await headersOf()).toEqual({ age: null, status: null });
  });

  it('is the age of the oldest part of a copy', async () => {
    answer = () => {
      recordAnswerAge({ fetchedAt: AT - 2_000, unreachable: null });
      recordAnswerAge({ fetchedAt: AT - 61_500, unreachable: null });
    };
    expect(await headersOf()).toEqual({ age: '61', status: 'tilldesk; hit' });
  });

  it('is sent together with the name of the unreachable host', async () => {
    answer = () => recordAnswerAge({ fetchedAt: AT + 5_000, unreachable: 'shop.example:8443' });
    expect(await headersOf()).toEqual({ age: '0', status: 'tilldesk; hit; detail="unreachable: shop.example:8443"' });
  });

  it('is separate for concurrent requests', async () => {
    let calls = 0;
    answer = () => {
      calls += 1;
      if (calls % 2 === 0) recordAnswerAge({ fetchedAt: AT - 9_000, unreachable: null });
    };
    const answers = await Promise.all(Array.from({ length: 20 }, headersOf));
    expect(answers.filter(({ age }) => age === '9')).toHaveLength(10);
    expect(answers.filter(({ age }) => age === null)).toHaveLength(10);
  });

  it('is not sent with errors', async () => {
    answer = () => {
      recordAnswerAge({ fetchedAt: AT - 9_000, unreachable: null });
      throw new PlatformError('unavailable', 'It cannot be reached.');
    };
    expect(await headersOf()).toEqual({ age: null, status: null });
  });
});
