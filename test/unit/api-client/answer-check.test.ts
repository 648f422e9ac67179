import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from '../../../electron/api-client/endpoint-reader.ts';
import { listOrders, orderExample, orderItemExample } from '../../../shared/contract/orders.ts';

const page = (order: object, more: object = {}) => ({
  ...{ start: 0, limit: 1, count: 1, total: 1, data: [order], ...more },
});

describe('the check of an answer', () => {
  const check = createAnswerCheck();

  it('gives an answer of the contract as it is', () => {
    const answer = page(orderExample);

    expect(check(listOrders, answer)).toBe(answer);
  });

  it('takes off what the contract does not know, however deep', () => {
    const items = [{ ...orderItemExample, secret: 1 }];
    const answer = page({ ...orderExample, items, secret: 2 }, { secret: 3 });

    expect(check(listOrders, answer)).toEqual(page({ ...orderExample, items: [orderItemExample] }));
  });

  it.each([null, [], {}, page({ ...orderExample, id: '1' }), page({ ...orderExample, date_purchased: 'today' })])(
    'refuses %j',
    (answer) => {
      expect(() => check(listOrders, answer)).toThrow(expect.objectContaining({ code: 'invalid_answer' }));
    },
  );
});
