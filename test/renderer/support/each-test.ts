import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { installBrowserParts } from './browser-parts.ts';

/** Before and after each test of the window, in every file: a browser's parts, and nothing left of the test before. */

beforeEach(() => {
  // A test that runs other programs asks for Node's environment instead of a page.
  if (typeof document !== 'undefined') installBrowserParts();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
