import { describe, expect, it } from 'vitest';
import { recordAgeHeaders } from '../../../electron/api-client/endpoint-reader.ts';
import { aged } from '../../support/copy-rig.ts';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const headersOf = (status: string) => new Headers({ age: '60', 'cache-status': `tilldesk; hit${status}` });
const note = async (status: string) => recordAgeHeaders(headersOf(status), NOW);
const ofHost = (host: string) => `; detail="unreachable: ${host}"`;

describe('noteAgeHeaders', () => {
  it.each(['till.example', 'till.example:8443', '127.0.0.1:4870', '[::1]:4870'])(
    'reports that the host %s cannot be reached',
    async (host) => {
      const { age } = await aged(() => note(ofHost(host)));

      expect(age).toEqual({ fetchedAt: NOW - 60_000, unreachable: host });
    },
  );

  it('fails for a reader who would take an old response for a new one, such as a file of figures', async () => {
    await expect(note(ofHost('till.example'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('accepts a copy of this minute for a reader who does not ask for its age', async () => {
    await expect(note('')).resolves.toBeUndefined();
  });
});
