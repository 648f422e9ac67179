import type { Language } from '../../../shared/contract/language.ts';
import { createPageNonce, PAGE_HEADERS } from '../content-policy.ts';
import { isAppAddress } from './app-address.ts';

const TEXTS = {
  nl: {
    starting: 'Tilldesk wordt gestart …',
    hint: 'De eerste keer worden de demowinkels gemaakt. Dat duurt enkele seconden.',
  },
  en: {
    starting: 'Tilldesk is starting …',
    hint: 'The first time, the demo shops are made. That takes a few seconds.',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** The colours of renderer/app/theme.css. The second sentence comes once there is something to wait for. */
const STYLE = `
  :root { color-scheme: light dark; --background: #fbfaf8; --ink: #1c1a17; --muted: #5c574f; }
  @media (prefers-color-scheme: dark) { :root { --background: #171614; --ink: #f1eee9; --muted: #b5afa5; } }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
    background: var(--background); color: var(--ink); font: 15px/1.6 system-ui, sans-serif; }
  p { margin: 0; }
  #hint { color: var(--muted); opacity: 0; animation: come 200ms 2s forwards; }
  @keyframes come { to { opacity: 1; } }`;

/** Loads nothing and runs nothing but its own style. */
function startPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Answers the window while there is no program behind it yet: the start page, which says so, and nothing else. */
export function createStartProtocol(language: Language): (request: Request) => Promise<Response> {
  return async ({ url, method }) => {
    const isStartPage = isAppAddress(url) && new URL(url).pathname === '/' && method === 'GET';
    const nonce = createPageNonce();
    const headers = { ...PAGE_HEADERS, 'content-security-policy': startPolicy(nonce) };
    if (!isStartPage) return new Response(null, { status: 404, headers });
    return new Response(startPage(language, nonce), {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  };
}

function startPage(language: Language, nonce: string): string {
  const { starting, hint } = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <title>Tilldesk</title>
    <style nonce="${nonce}">${STYLE}
    </style>
  </head>
  <body>
    <p role="status">${starting}</p>
    <p id="hint">${hint}</p>
  </body>
</html>
`;
}
