import { parseArgs } from 'node:util';
import { type Amount, fromEuros } from '../../../shared/money.ts';
import type { MadeOrder } from './made-orders.ts';
import { amountsOf, subtract } from './order-amounts.ts';
import { sumOrders } from './own-sums.ts';
import { DEFAULT_SIZE, type StoreKeeperServer } from './storekeeper-server.ts';
import { wireDate, wireEurosText } from './wire-values.ts';

export interface DemoOptions {
  readonly port: number;
  readonly products: number;
  readonly orders: number;
  readonly seed: number;
  readonly showsHelp: boolean;
}

export const DEMO_HELP = `Starts a simulated StoreKeeper account on this computer, with made data.

  npm run demo:storekeeper -- [options]

  --port N        where to listen on 127.0.0.1 (8470; 0 for a free one)
  --products N    how many products (${DEFAULT_SIZE.products}; 1 to 500000)
  --orders N      how many orders of the last 14 months (${DEFAULT_SIZE.orders}; 0 to 1000000)
  --seed N        another number makes another account (${DEFAULT_SIZE.seed})
  --help          this text`;

/** Throws an error of one sentence. */
export function readDemoOptions(argv: readonly string[]): DemoOptions {
  const text = { type: 'string' } as const;
  const options = { port: text, products: text, orders: text, seed: text, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...argv], options });
  return {
    port: readNumber('--port', values.port, { byDefault: 8470, from: 0, to: 65_535 }),
    products: readNumber('--products', values.products, { byDefault: DEFAULT_SIZE.products, from: 1, to: 500_000 }),
    orders: readNumber('--orders', values.orders, { byDefault: DEFAULT_SIZE.orders, from: 0, to: 1_000_000 }),
    seed: readNumber('--seed', values.seed, { byDefault: DEFAULT_SIZE.seed, from: 0, to: 2_147_483_647 }),
    showsHelp: values.help ?? false,
  };
}

function readNumber(
  name: string,
  text: string | undefined,
  { byDefault, from, to }: { readonly byDefault: number; readonly from: number; readonly to: number },
): number {
  if (text === undefined) return byDefault;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new Error(`${name} takes a whole number from ${from} to ${to}, not "${text}".`);
}

export function demoIntroduction(server: StoreKeeperServer): string {
  const { account, email, password } = server.users[0];
  return `A simulated StoreKeeper account listens on ${server.address}

  account       ${account}
  e-mail        ${email}
  password      ${password}
  channel key   ${server.channelKey()}

To let something happen in the account, type a line here:

${COMMANDS_HELP}

Ctrl+C stops it; what happened in it is forgotten then.`;
}

const COMMANDS_HELP = `  orders                        the last 10 orders
  sell                          sells an order that is paid
  sell unpaid                   sells an order that is not paid
  pay ORDER                     pays it
  refund ORDER                  takes back everything that is left of it
  refund ORDER ROW PIECES       takes back so many pieces of one line
  status ORDER STATUS           such as on_hold or cancelled
  delete ORDER                  removes it
  price PRODUCT EUROS           another price, including VAT
  stock PRODUCT PIECES          another stock
  end sessions                  everybody who signed in by e-mail has to do so again
  sums                          the account's own sums by month
  calls                         how many calls came
  help                          this text
ORDER is an id or a number, PRODUCT an id.`;

type Command = (server: StoreKeeperServer, args: readonly string[]) => string;

const COMMANDS: Readonly<Record<string, Command>> = {
  help: () => COMMANDS_HELP,
  orders(server) {
    const last = [...server.account.orderIds()].slice(-10).reverse();
    return last.map((id) => describe(orderNamed(server, String(id)))).join('\n');
  },
  sell(server, [how]) {
    if (how !== undefined && how !== 'unpaid') throw new RangeError('It is "sell" or "sell unpaid".');
    return describe(orderNamed(server, String(server.account.sellOrder({ isPaid: how === undefined }))));
  },
  pay: (server, [order]) => changed(server, order, (id) => server.account.payOrder(id)),
  refund(server, [order, row, pieces]) {
    const lines = row === undefined ? undefined : { [Number(row)]: Number(pieces ?? 1) };
    return changed(server, order, (id) => server.account.refundOrder(id, lines));
  },
  status: (server, [order, status = '']) => {
    if (!/^[a-z_]{1,30}$/.test(status)) throw new RangeError('A status is a word such as on_hold.');
    return changed(server, order, (id) => server.account.setStatus(id, status));
  },
  delete(server, [order]) {
    const { id, number } = orderNamed(server, order);
    server.account.deleteOrder(id);
    return `Order ${number} is removed.`;
  },
  price(server, [product, euros]) {
    const price: Amount = fromEuros(Number(euros));
    if (euros === undefined || price < 0 || price % 100 !== 0)
      throw new RangeError('A price is in euros, such as 12.95.');
    server.account.changePrice(Number(product), price);
    return `Product ${product} costs ${wireEurosText(price)}.`;
  },
  stock(server, [product, pieces = '']) {
    if (!/^-?\d+(\.\d{1,3})?$/.test(pieces)) throw new RangeError('A stock is a number, such as 12 or 2.5.');
    server.account.changeStock(Number(product), Number(pieces));
    return `Product ${product} has a stock of ${pieces}.`;
  },
  end(server, [what]) {
    if (what !== 'sessions') throw new RangeError('It is "end sessions".');
    server.sessions.end();
    return 'All sessions ended.';
  },
  sums(server) {
    const { periods, leftOut } = sumOrders(server.account);
    const euros = (cents: number) => wireEurosText(cents * 100).padStart(14);
    const months = Object.entries(periods).sort(([left], [right]) => left.localeCompare(right));
    return [
      `${'month'.padEnd(8)}${'orders'.padStart(8)}${['sold', 'without VAT', 'refunded', 'discount'].map((name) => name.padStart(14)).join('')}`,
      ...months.map(
        ([month, { orders, sold, refunded, discount }]) =>
          month.padEnd(8) +
          String(orders).padStart(8) +
          [sold.wt, sold.ex, refunded.wt, discount.wt].map(euros).join(''),
      ),
      `Not in these: ${leftOut.quote} quotes, ${leftOut.request} requests, ${leftOut.contract} contracts, ${leftOut.currency} in another currency.`,
    ].join('\n');
  },
  calls({ calls }) {
    const second = `${calls.mostWithin(1_000)} at most within a second, ${calls.mostAtOnce} at once`;
    return `${calls.total} calls, ${second}, ${calls.writes} that write, ${calls.undocumented.length} that are not documented.`;
  },
};

/** The reply to a line that was typed; an error is a sentence as well. */
export function answerDemoLine(server: StoreKeeperServer, line: string): string {
  const [name = '', ...args] = line.trim().split(/\s+/);
  if (name === '') return '';
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return `There is no command "${name}"; "help" lists them.`;
  try {
    return command(server, args);
  } catch (error) {
    if (error instanceof RangeError) return `That is not possible: ${error.message}`;
    throw error;
  }
}

function changed(server: StoreKeeperServer, order: string | undefined, change: (id: number) => void): string {
  const { id } = orderNamed(server, order);
  change(id);
  return describe(orderNamed(server, String(id)));
}

/** By id, otherwise the last one of this number. */
function orderNamed({ account }: StoreKeeperServer, name = ''): MadeOrder {
  const byId = account.findOrder(Number(name));
  if (byId) return byId;
  for (const id of [...account.orderIds()].reverse()) {
    const order = account.findOrder(id);
    if (order && order.number === name) return order;
  }
  throw new RangeError(`there is no order "${name}"`);
}

function describe({ id, number, status, isPaid, purchasedAt, lines }: MadeOrder): string {
  const { sold, refunded } = amountsOf(lines);
  const left = wireEurosText(subtract(sold, refunded).wt);
  const back = refunded.wt === 0 ? '' : `, ${wireEurosText(refunded.wt)} refunded`;
  return `${id}  ${number}  ${wireDate(purchasedAt)}  ${status}, ${isPaid ? 'paid' : 'not paid'}, ${left}${back}`;
}
