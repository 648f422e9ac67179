import { parseArgs } from 'node:util';
import { type Amount, fromEuros } from '../../../shared/money.ts';
import type { MadeOrder } from './made-orders.ts';
import { computeAmounts, subtract } from './order-amounts.ts';
import type { StoreKeeperServer } from './storekeeper-server.ts';
import { wireDate, wireEurosText } from './wire-values.ts';

export interface DemoOptions {
  readonly port: number;
  readonly showsHelp: boolean;
}

export const DEMO_HELP = `Starts a simulated StoreKeeper account on this computer, with made data.

  npm run demo:storekeeper -- [options]

  --port N        where to listen on 127.0.0.1 (8470; 0 for a free one)
  --help          this text`;

/** Throws an error with one sentence. */
export function readDemoOptions(argv: readonly string[]): DemoOptions {
  const { values } = parseArgs({ args: [...argv], options: { port: { type: 'string' }, help: { type: 'boolean' } } });
  const { port = '8470', help: showsHelp = false } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port takes a port, not "${port}".`);
  return { port: Number(port), showsHelp };
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
  price PRODUCT EUROS           another price, including VAT
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
  refund: (server, [order]) => changed(server, order, (id) => server.account.refundOrder(id)),
  price(server, [product, euros]) {
    const price: Amount = fromEuros(Number(euros));
    if (euros === undefined || price < 0 || price % 100 !== 0)
      throw new RangeError('A price is in euros, such as 12.95.');
    server.account.changePrice(Number(product), price);
    return `Product ${product} costs ${wireEurosText(price)}.`;
  },
};

/** Returns the reply to a typed line. An error is a sentence as well. */
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

/** Finds an order by id, otherwise the last one with this number. */
function orderNamed({ account }: StoreKeeperServer, name = ''): MadeOrder {
  const byId = account.findOrder(Number(name));
  if (byId) return byId;
  for (const id of [...account.orderIds()].reverse()) {
    const order = account.findOrder(id);
    if (order && order.number === name) return order;
  }
  throw new RangeError(`there is no order "${name}"`);
}

function describe({ id, number, status, isPaid, purchasedAt, ...order }: MadeOrder): string {
  const { sold, refunded } = computeAmounts(order);
  const left = wireEurosText(subtract(sold, refunded).wt);
  const back = refunded.wt === 0 ? '' : `, ${wireEurosText(refunded.wt)} refunded`;
  return `${id}  ${number}  ${wireDate(purchasedAt)}  ${status}, ${isPaid ? 'paid' : 'not paid'}, ${left}${back}`;
}
