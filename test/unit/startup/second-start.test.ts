import { describe, expect, it } from 'vitest';
import { proveLaunchRight } from '../../../electron/base/instance-proof.ts';
import type { InstanceRecord } from '../../../electron/startup/instance-file.ts';
import { answerSecondStart } from '../../../electron/startup/single-instance.ts';

const RUNNING: InstanceRecord = {
  pid: 7,
  startedAt: '2026-11-21T09:00:00.000Z',
  host: 'browser',
  apiPort: 4870,
  uiPort: 4871,
  nonce: 'ab'.repeat(32),
};

/** A fake network that records requests and responds with `body`. */
function network(body: unknown, status = 200) {
  const sent: Request[] = [];
  const fetchOf: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return Response.json(body, { status });
  };
  return { sent, fetchOf };
}

describe('a process that uses the port of the window', () => {
  it('cannot redirect the proof elsewhere, and returns no address', async () => {
    const { sent, fetchOf } = network({});
    const redirecting: typeof fetch = async (input, init) => {
      await fetchOf(input, init);
      // As `fetch` does if it must not follow redirects.
      if (init?.redirect === 'error') throw new TypeError('fetch failed');
      return Response.json({ address: 'http://0123.localhost:4871/launch#abc' });
    };
    const answer = await answerSecondStart(RUNNING, true, redirecting);
    expect(answer).toEqual({ lines: [expect.stringContaining('gave no address')], exitStatus: 1 });
    expect(sent).toHaveLength(1);
  });
});

describe('answerSecondStart', () => {
  it('requests an address from the running browser host, with a proof instead of the nonce', async () => {
    const address = 'http://0123.localhost:4871/launch#abc';
    const { sent, fetchOf } = network({ address });
    const answer = await answerSecondStart(RUNNING, true, fetchOf);
    expect(answer.exitStatus).toBe(0);
    expect(answer.lines.join('\n')).toContain(address);
    expect(sent[0]?.url).toBe('http://127.0.0.1:4871/launch-address');
    expect(sent[0]?.headers.get('x-tilldesk-proof')).toBe(proveLaunchRight(RUNNING.nonce));
    expect(JSON.stringify([...(sent[0]?.headers ?? [])])).not.toContain(RUNNING.nonce);
  });

  it('shows no address of another program', async () => {
    const answer = await answerSecondStart(RUNNING, true, network({ address: 'http://evil.example/' }).fetchOf);
    expect(answer.exitStatus).toBe(1);
    expect(answer.lines.join()).not.toContain('evil');
  });

  it('says so if the running program returns no address', async () => {
    const answer = await answerSecondStart(RUNNING, true, network({}, 401).fetchOf);
    expect(answer).toEqual({ lines: [expect.stringContaining('gave no address')], exitStatus: 1 });
  });

  it('shows the address of the API to a start without a window, and requests nothing', async () => {
    const { sent, fetchOf } = network({});
    const answer = await answerSecondStart(RUNNING, false, fetchOf);
    expect(answer).toEqual({
      lines: ['Tilldesk is already running (process 7); its API is at http://127.0.0.1:4870.'],
      exitStatus: 0,
    });
    expect(sent).toEqual([]);
  });

  it('cannot show a window of a program that was started without one', async () => {
    const headless: InstanceRecord = { ...RUNNING, host: 'none', uiPort: null };
    const answer = await answerSecondStart(headless, true, network({}).fetchOf);
    expect(answer).toEqual({ lines: [expect.stringContaining('without a window')], exitStatus: 1 });
  });

  it('leaves an Electron window to itself', async () => {
    const desktop: InstanceRecord = { ...RUNNING, host: 'electron', uiPort: null };
    expect((await answerSecondStart(desktop, true, network({}).fetchOf)).exitStatus).toBe(0);
  });
});
