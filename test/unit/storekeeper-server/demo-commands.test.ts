import { describe, expect, it } from 'vitest';
import { answerDemoLine, demoIntroduction, readDemoOptions } from '../../support/storekeeper/demo-commands.ts';
import { runAccount } from './running-account.ts';

describe('npm run demo:storekeeper', () => {
  it('reads its options, and refuses others with a sentence', () => {
    const byDefault = { port: 8470, products: 200, orders: 400, seed: 7, showsHelp: false };
    expect(readDemoOptions([])).toEqual(byDefault);
    expect(readDemoOptions(['--port', '0', '--orders=25000'])).toEqual({ ...byDefault, port: 0, orders: 25_000 });
    expect(() => readDemoOptions(['--port', '70000'])).toThrow(
      '--port takes a whole number from 0 to 65535, not "70000".',
    );
    expect(() => readDemoOptions(['--many'])).toThrow("Unknown option '--many'");
  });

  it('prints how to sign in and how to refund an order', async () => {
    const { server } = await runAccount();
    const text = demoIntroduction(server);
    for (const part of [
      server.address,
      'voorbeeld',
      'beheer@voorbeeld.example',
      'bloemkool-viool-72',
      'skc_',
      'refund ORDER',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('sells, refunds and removes an order, by its id or its number', async () => {
    const { server } = await runAccount();
    const sold = answerDemoLine(server, 'sell');
    const [id, number] = sold.split('  ');
    expect(sold).toMatch(/^\d+ {2}K\d+ {2}2026-11-21 13:00:00\+01:00 {2}complete, paid, \d+\.\d\d$/);
    expect(answerDemoLine(server, `refund ${number}`)).toMatch(/refunded, paid, 0\.00, \d+\.\d\d refunded$/);
    expect(answerDemoLine(server, ` delete  ${id} `)).toBe(`Order ${number} is removed.`);
    expect(answerDemoLine(server, `pay ${id}`)).toBe(`That is not possible: there is no order "${id}"`);
  });

  it('lets everything else happen that it names', async () => {
    const { server } = await runAccount();
    const [id] = answerDemoLine(server, 'sell unpaid').split('  ');
    const { id: product } = server.account.products.original(0);
    expect(answerDemoLine(server, `pay ${id}`)).toContain('processing, paid');
    expect(answerDemoLine(server, `status ${id} on_hold`)).toContain('on_hold, paid');
    expect(answerDemoLine(server, `refund ${id} 1 1`)).toContain('refunded');
    expect(answerDemoLine(server, `refund ${id} 1 999`)).toContain('That is not possible');
    expect(answerDemoLine(server, `price ${product} 12.95`)).toBe(`Product ${product} costs 12.95.`);
    expect(answerDemoLine(server, `price ${product} 12.955`)).toContain('That is not possible');
    expect(answerDemoLine(server, `price ${product} much`)).toContain('That is not possible');
    expect(answerDemoLine(server, `stock ${product} 2.5`)).toBe(`Product ${product} has a stock of 2.5.`);
    expect(answerDemoLine(server, 'end sessions')).toBe('All sessions ended.');
    expect(answerDemoLine(server, 'orders').split('\n')).toHaveLength(10);
    expect(answerDemoLine(server, 'sums')).toMatch(/^month .+\n2025-09 /);
    expect(answerDemoLine(server, 'calls')).toContain('0 calls');
    expect(answerDemoLine(server, 'constructor')).toBe('There is no command "constructor"; "help" lists them.');
    expect(answerDemoLine(server, '')).toBe('');
  });
});
