import type { Page } from '@playwright/test';

/** One picture of the window. */
export interface Shot {
  /** Of its file, without ending: page, state, and what is not the usual. */
  readonly name: string;
  /** Address of the page, such as `/orders?period=last-month`; `{product}` and `{order}` stand for one of the shop. */
  readonly address: string;
  /** Dutch, light and 1440 × 900 unless said. */
  readonly language?: 'nl' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly size?: Size;
  /** True for what is there while nobody is signed in. */
  readonly isSignedOut?: boolean;
  /** Before the page is opened, such as making an answer of the API fail. */
  readonly before?: (page: Page) => Promise<void>;
  /** What is done on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const SIZES = {
  usual: { width: 1440, height: 900 },
  small: { width: 1024, height: 700 },
  wide: { width: 2560, height: 1440 },
} as const satisfies Record<string, Size>;
