import { vi } from 'vitest';
import type { ApiKeyView } from '../../../../shared/contract/api-keys.ts';
import type { RequestEntry } from '../../../../shared/contract/window.ts';
import { type FakeBridge, installFakeBridge } from '../../app/support/fake-bridge.ts';
import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';

interface LocalApiWorld {
  readonly host: FakeHost;
  readonly bridge: FakeBridge;
}

/** A window with a host whose API answers, without keys and requests. */
export function installLocalApiWorld(): LocalApiWorld {
  const host = installFakeHost();
  host.answer('/api/products', () => listOf([]));
  host.answer('/api/me', () => ({ body: {} }));
  return { host, bridge: installFakeBridge() };
}

export function keyOf(key: Partial<ApiKeyView>): ApiKeyView {
  return {
    id: 1,
    name: 'Webshop',
    prefix: 'tdk_Ab3x',
    createdAt: '2026-11-20T09:00:00+01:00',
    expiresAt: null,
    personalData: true,
    lastUsedAt: null,
    ...key,
  };
}

export function requestOf(number: number, entry: Partial<RequestEntry> = {}): RequestEntry {
  return {
    number,
    at: '2026-11-21T14:05:09.250+01:00',
    method: 'GET',
    path: `/api/path-${number}`,
    query: '',
    status: 200,
    error: null,
    isFromWindow: false,
    durationMs: 12.4,
    user: 'Eva Jansen',
    apiKey: null,
    requestId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    ...entry,
  };
}

/** Requests 1 to `count`, newest first. */
export function requestsUpTo(count: number): RequestEntry[] {
  return Array.from({ length: count }, (_, index) => requestOf(count - index));
}

/** Installs a clipboard in the window, or removes it. Returns what is written to it. */
export function installClipboard(kind: 'works' | 'refuses' | 'missing'): string[] {
  const written: string[] = [];
  const writeText = async (text: string) => {
    if (kind === 'refuses') throw new DOMException('no permission', 'NotAllowedError');
    written.push(text);
  };
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(
    (kind === 'missing' ? undefined : { writeText }) as Clipboard,
  );
  return written;
}
