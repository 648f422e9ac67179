import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { UI_LIMITS } from '../../../electron/hosts/browser/ui-server.ts';
import { SERVICE_LIMITS, type ServiceLimits } from '../../../electron/service/server/create-server.ts';
import { PAGE_CALL_HEADER } from '../../../shared/contract/window-page.ts';
import { percentile } from '../../bench/harness/percentile.ts';
import { type ApiPort, BIG_ASSET, type UiPort } from '../../security/support/ports/open-ports.ts';
import { exchange } from '../../support/http-exchange.ts';
import { type StoodStill, watchStandstill } from '../harness/stood-still.ts';
import type { AbuseSuite, SuiteRun, SuiteSize } from '../harness/suite.ts';
import { MUTANTS } from './mutants.ts';

/** What the suite counts. */
const COUNTS = { closed: 'slow connections closed', good: 'good calls' } as const;

/** What must not happen. */
const BREACHES = {
  late: 'connections closed too late',
  refused: 'good calls refused',
  beyond: 'connections beyond the limit',
} as const;

export const slowClientsSuite: AbuseSuite = {
  name: 'slow-clients',
  title: 'clients drip headers and bodies, say nothing, or read nothing, on both ports at once',
  counts: [
    { name: COUNTS.closed, least: 2_000 },
    { name: COUNTS.good, least: 500 },
  ],
  breaches: Object.values(BREACHES),
  mutants: MUTANTS,

  async run(run) {
    const { limits, lastsMs, silent, others, baselineCalls } = PACES[run.size];
    const apiLimits = { ...SERVICE_LIMITS, ...limits };
    const uiLimits = { ...UI_LIMITS, ...limits };
    const workerData = { folder: run.folder, limits: apiLimits, uiLimits };
    const thread = new Worker(new URL('./ports-thread.ts', import.meta.url), { workerData });
    // Rejects with what went wrong in the thread.
    const [ports]: SlowPorts[] = await once(thread, 'message');
    if (ports === undefined) throw new Error('the thread opened no ports');
    const calls = goodCalls(ports);
    const still = watchStandstill();
    try {
      const before = await callOn(calls, (made) => made >= baselineCalls);
      const endsAt = performance.now() + lastsMs;
      let isOver = false;
      /** A client whose connection is closed opens the next one, until the time is over. */
      const stay = async (port: number, way: SlowWay) => {
        do {
          if (await isEndedInTime(port, way, still)) run.count(COUNTS.closed);
          else run.breach(BREACHES.late, `${way.what}: more than ${way.limitMs} ms and a second`);
        } while (performance.now() < endsAt);
      };
      const slow = slowPorts(ports, apiLimits, uiLimits).flatMap((port) =>
        slowWays(port).flatMap((way, index) =>
          Array.from({ length: index === 0 ? silent : others }, () => stay(port.port, way)),
        ),
      );
      const during = callOn(calls, () => isOver);
      await Promise.all(slow);
      isOver = true;
      judgeGood(run, before, await during);
      run.tell('clients stood still', `${Math.round(still.ms)} ms`);
      await crowd(run, 'api', ports.api.port, apiLimits.maxConnections);
      await crowd(run, 'ui', ports.ui.port, uiLimits.maxConnections);
    } finally {
      still.end();
      thread.postMessage('close');
      await once(thread, 'exit');
    }
  },
};

/** What the thread of the ports says of them. */
export interface SlowPorts {
  readonly api: Pick<ApiPort, 'port' | 'token'>;
  readonly ui: Pick<UiPort, 'port' | 'authority' | 'cookie' | 'pageCall'>;
}

interface Pace {
  readonly limits: Partial<ServiceLimits>;
  /** For how long those who were closed come back. */
  readonly lastsMs: number;
  /** On each port. */
  readonly silent: number;
  readonly others: number;
  /** Measured before any client is slow. */
  readonly baselineCalls: number;
}

/** How fast everything goes: the limits of the product in a full run, shorter ones of the same proportions otherwise. */
const PACES: Readonly<Record<SuiteSize, Pace>> = {
  full: { limits: {}, lastsMs: 60_000, silent: 250, others: 10, baselineCalls: 200 },
  tenth: {
    limits: {
      ...{ headersTimeoutMs: 500, requestTimeoutMs: 2_000, timeoutCheckMs: 50 },
      ...{ keepAliveMs: 1_000, unreadTimeoutMs: 1_000, maxConnections: 200 },
    },
    ...{ lastsMs: 4_000, silent: 100, others: 5, baselineCalls: 100 },
  },
  short: {
    // The limit of a body is so long that one of headers that was taken for it would be noticed.
    limits: {
      ...{ headersTimeoutMs: 250, requestTimeoutMs: 1_600, timeoutCheckMs: 20 },
      ...{ keepAliveMs: 200, unreadTimeoutMs: 200, maxConnections: 100 },
    },
    ...{ lastsMs: 0, silent: 40, others: 3, baselineCalls: 20 },
  },
};

function judgeGood(run: SuiteRun, before: GoodCalls, during: GoodCalls): void {
  for (const { made, refusals } of [before, during]) {
    run.count(COUNTS.good, made);
    for (const refusal of refusals) run.breach(BREACHES.refused, refusal);
  }
  const ratio = during.p95Ms / before.p95Ms;
  run.tell('p95 of good calls', `${during.p95Ms.toFixed(1)} ms, ${ratio.toFixed(2)} times that without`);
}

const MORE = 20;

/** For those above the limit to be closed. */
const WAIT_MS = 1_000;

/** More connections than a port takes: those above the limit are closed at once, without a word. */
async function crowd(run: SuiteRun, name: string, port: number, most: number): Promise<void> {
  const sockets: Socket[] = [];
  const turnedAway = new Set<Socket>();
  const enough = new AbortController();
  while (sockets.length < most + MORE) {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.resume().once('close', () => {
      if (socket.bytesRead === 0) turnedAway.add(socket);
      if (turnedAway.size === MORE) enough.abort();
    });
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }
  const deadline = setTimeout(() => enough.abort(), WAIT_MS);
  if (!enough.signal.aborted) await once(enough.signal, 'abort');
  clearTimeout(deadline);
  const tooMany = MORE - Math.min(MORE, turnedAway.size);
  run.breach(BREACHES.beyond, `${name}: ${most + tooMany} where ${most} are the most`, tooMany);
  for (const socket of sockets) socket.destroy();
}

/** Both ports, with what is slow to be sent to them and to be taken from them. */
function slowPorts({ api, ui }: SlowPorts, limits: Limits, uiLimits: Limits): readonly SlowPort[] {
  const json = 'Content-Type: application/json';
  const cookie = `Cookie: ${ui.cookie}`;
  const key = `X-Tilldesk-Page: ${ui.pageCall}`;
  return [
    {
      port: api.port,
      authority: `127.0.0.1:${api.port}`,
      limits,
      bigRequest: `GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n\r\n`,
      bodyPath: '/api/auth/login',
      bodyHeaders: [json],
    },
    {
      port: ui.port,
      authority: ui.authority,
      limits: uiLimits,
      bigRequest: `GET ${BIG_ASSET} HTTP/1.1\r\nHost: ${ui.authority}\r\n${cookie}\r\n\r\n`,
      bodyPath: '/bridge/signIn',
      bodyHeaders: [json, cookie, key, `Origin: http://${ui.authority}`],
    },
  ];
}

function goodCalls({ api, ui }: SlowPorts): readonly GoodCall[] {
  const target = '/api/locations';
  return [
    { port: api.port, target, headers: { authorization: `Bearer ${api.token}` } },
    {
      port: ui.port,
      target,
      headers: { host: ui.authority, cookie: ui.cookie, [PAGE_CALL_HEADER]: ui.pageCall },
    },
  ];
}

type Limits = Pick<ServiceLimits, 'headersTimeoutMs' | 'requestTimeoutMs' | 'keepAliveMs' | 'unreadTimeoutMs'>;

interface SlowPort {
  readonly port: number;
  /** Name and port, as the `Host` header has them. */
  readonly authority: string;
  readonly limits: Limits;
  /** A request whose answers fill every buffer when nobody reads them. */
  readonly bigRequest: string;
  /** Path, and headers, of a request with a body that is read. */
  readonly bodyPath: string;
  readonly bodyHeaders: readonly string[];
}

const PIECES = 10;

const PIPELINED = 60;

/** It takes two writes to learn of an end: with pauses of seconds it would look late. */
const NOTICED_WITHIN_MS = 200;

/** Node waits a little longer than it says to a client, so that it does not close in the face of the next request. */
const KEEP_ALIVE_BUFFER_MS = 1_000;

/** The first says nothing, the others something. */
function slowWays({ authority, limits, bigRequest, bodyPath, bodyHeaders }: SlowPort): readonly SlowWay[] {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveMs, unreadTimeoutMs } = limits;
  const get = `GET /health HTTP/1.1\r\nHost: ${authority}\r\n`;
  const post = [`POST ${bodyPath} HTTP/1.1`, `Host: ${authority}`, ...bodyHeaders, 'Content-Length: 1000'].join('\r\n');
  const says = (socket: Socket, text: string) => void socket.resume().write(text);
  return [
    { what: 'a client that says nothing', limitMs: headersTimeoutMs, begin: (socket) => socket.resume() },
    {
      what: 'headers that drip',
      limitMs: headersTimeoutMs,
      begin(socket) {
        says(socket, get);
        drip(socket, 'X-A: 1\r\n', headersTimeoutMs / PIECES);
      },
    },
    {
      what: 'a body that drips',
      limitMs: requestTimeoutMs,
      begin(socket) {
        says(socket, `${post}\r\n\r\n{`);
        drip(socket, ' ', requestTimeoutMs / PIECES);
      },
    },
    {
      what: 'a connection that is kept for nothing',
      limitMs: keepAliveMs + KEEP_ALIVE_BUFFER_MS,
      begin: (socket) => says(socket, `${get}\r\n`),
    },
    {
      what: 'answers that nobody reads',
      limitMs: unreadTimeoutMs,
      begin(socket) {
        socket.pause().write(bigRequest.repeat(PIPELINED));
        // A client that does not read learns of the end by writing; one that says something still does not read.
        drip(socket, '\r\n', Math.min(unreadTimeoutMs / PIECES, NOTICED_WITHIN_MS));
      },
    },
  ];
}

/** A call of a client that is not slow, each time over a connection of its own. */
interface GoodCall {
  readonly port: number;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the calls went. */
interface GoodCalls {
  readonly p95Ms: number;
  readonly made: number;
  /** A sentence for each that was not answered as it should be. */
  readonly refusals: readonly string[];
}

const TOO_SLOW = '408';

const CALLS_AGAIN = 3;

/** Calls by turns, one after the other, until they are enough. */
async function callOn(calls: readonly GoodCall[], isEnough: (made: number) => boolean): Promise<GoodCalls> {
  const tookMs: number[] = [];
  const refusals: string[] = [];
  for (let made = 0; !isEnough(made); made += 1) {
    const call = calls[made % calls.length];
    if (call === undefined) throw new Error('there is nothing to call');
    const startedAt = performance.now();
    // Shortened limits are over on a busy computer before a call has come. A port that is to blame says so each time.
    let outcome = await outcomeOf(call);
    for (let again = 0; outcome === TOO_SLOW && again < CALLS_AGAIN; again += 1) outcome = await outcomeOf(call);
    tookMs.push(performance.now() - startedAt);
    if (outcome !== null) refusals.push(`${call.target} of port ${call.port}: ${outcome}`);
  }
  return { p95Ms: percentile(tookMs, 95), made: tookMs.length, refusals };
}

async function outcomeOf({ port, target, headers }: GoodCall): Promise<string | null> {
  try {
    const { status } = await exchange(port, 'GET', target, { headers: { ...headers, connection: 'close' } });
    return status === 200 ? null : String(status);
  } catch (error) {
    return String(error);
  }
}

/** A way of being slow, and for how long it may last. */
interface SlowWay {
  readonly what: string;
  readonly limitMs: number;
  /** Does what it does on a connection that is open; what it started ends with the socket. */
  begin(socket: Socket): void;
}

const GRACE_MS = 1_000;

/** For the end to be noticed on a busy computer: added to the wait, not to what is allowed. */
const NOTICE_MS = 250;

/** Whether the port closed the connection in time. What the clients stood still is not counted. */
async function isEndedInTime(port: number, way: SlowWay, still: StoodStill): Promise<boolean> {
  const mostMs = way.limitMs + GRACE_MS;
  const socket = connect({ port, host: '127.0.0.1' });
  // Being thrown out in the middle of a word is what this is about.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [startedAt, stillBefore] = [performance.now(), still.ms];
  const openMs = () => performance.now() - startedAt - (still.ms - stillBefore);
  const giveUp = () => {
    if (openMs() > mostMs) socket.destroy();
    else deadline = setTimeout(giveUp, NOTICE_MS);
  };
  let deadline = setTimeout(giveUp, mostMs + NOTICE_MS);
  socket.once('connect', () => way.begin(socket));
  await closed;
  clearTimeout(deadline);
  return openMs() <= mostMs;
}

/** Writes one piece after the other for as long as the connection lasts. */
function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => void socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}
