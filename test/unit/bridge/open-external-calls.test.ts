import { describe, expect, it } from 'vitest';
import { bridgeDouble } from './bridge-double.ts';

const LINK = 'https://demo.backoffice.example/#order/details/7';

function open(place: unknown) {
  const { handle, done } = bridgeDouble();
  return { done, answer: handle('openPlace', { place }) };
}

describe('openPlace', () => {
  it('passes a link of the back office to the host', async () => {
    const { answer, done } = open({ kind: 'back-office', url: LINK });
    expect(await answer).toEqual({ ok: true, value: { href: LINK } });
    expect(done).toEqual([`open ${LINK}`]);
  });

  it.each(['https://evil.example/', 'http://demo.backoffice.example/', 'file:///etc/passwd', 'nonsense'])(
    'refuses the link %s',
    async (url) => {
      const { answer, done } = open({ kind: 'back-office', url });
      expect(await answer).toMatchObject({
        ok: false,
        failure: { code: 'refused', message: 'This link does not lead to the back office.' },
      });
      expect(done).toEqual([]);
    },
  );

  it('opens the documentation of the local API', async () => {
    const href = 'http://127.0.0.1:4870/docs';
    const { answer, done } = open({ kind: 'documentation' });
    expect(await answer).toEqual({ ok: true, value: { href } });
    expect(done).toEqual([`open ${href}`]);
  });

  it('shows the data folder', async () => {
    const { answer, done } = open({ kind: 'data-folder' });
    expect(await answer).toEqual({ ok: true, value: { href: null } });
    expect(done).toEqual(['open /data']);
  });

  it.each([
    { kind: 'documentation', url: 'http://evil.example' },
    { kind: 'data-folder', path: '/etc' },
    { kind: 'back-office' },
    { kind: 'program', path: '/bin/sh' },
  ])('refuses any other target: %j', async (place) => {
    const { answer, done } = open(place);
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    expect(done).toEqual([]);
  });
});
