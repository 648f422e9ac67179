import type { FastifyReply } from 'fastify';
import { LAUNCH_SESSION_PATH } from '../../../shared/contract/window-headers.ts';
import { WINDOW_TICKET_KEY } from '../../../shared/contract/window-page.ts';
import { createContentPolicy, createPageNonce, type IndexPage } from '../page-policy.ts';

const TEXTS = {
  nl: {
    opening: 'Tilldesk wordt geopend …',
    unknown: 'Deze link is al gebruikt of verlopen.',
    'used-by-another': 'Iemand anders heeft deze link al gebruikt. Voor de zekerheid is dat venster gesloten.',
    unreachable: 'Tilldesk staat niet aan.',
    insecure: 'Deze browser is te oud voor Tilldesk.',
    'not-let-in': 'Tilldesk kan in dit tabblad niet verder.',
    restarted: 'Tilldesk is opnieuw gestart. Dit tabblad kan dicht.',
    ended: 'Dit venster is gesloten, omdat de link ervan nog een keer is gebruikt.',
    advice: 'Start Tilldesk opnieuw: u krijgt dan een nieuwe link.',
    noScript: 'Deze pagina heeft JavaScript nodig.',
  },
  en: {
    opening: 'Opening Tilldesk …',
    unknown: 'This link has been used before, or has expired.',
    'used-by-another': 'Somebody else has used this link before. To be safe, that window is closed now.',
    unreachable: 'Tilldesk is not running.',
    insecure: 'This browser is too old for Tilldesk.',
    'not-let-in': 'Tilldesk cannot continue in this tab.',
    restarted: 'Tilldesk was started again. You can close this tab.',
    ended: 'This window has been closed, because its link was used a second time.',
    advice: 'Start Tilldesk again: you get a new link.',
    noScript: 'This page needs JavaScript.',
  },
} as const;

type Texts = (typeof TEXTS)['nl' | 'en'];

const OUTCOMES = ['unknown', 'used-by-another', 'unreachable', 'insecure'] as const;

type Outcome = (typeof OUTCOMES)[number];

/** A page that says why a browser is not let in. */
export function createRefusalPage(
  kind: 'not-let-in' | 'ended' | 'restarted',
  acceptLanguage: string | undefined,
): IndexPage {
  const nonce = createPageNonce();
  return {
    contentPolicy: createContentPolicy(nonce),
    html: renderPage(
      acceptLanguage,
      nonce,
      (texts) => `<section><h1>${texts[kind]}</h1><p>${texts.advice}</p></section>`,
    ),
  };
}

/**
 * The page that lets a browser in. It gets the code in the body of a form, or after the `#` of a pasted address, so
 * that no server sees it in an address. It redeems the code with a call of its own origin, which carries the strict
 * cookie of a session that the code opened before. `code` is empty if none came in a form.
 */
export function createLaunchPage(code: string, acceptLanguage: string | undefined): IndexPage {
  const nonce = createPageNonce();
  return {
    contentPolicy: createContentPolicy(nonce, `'nonce-${nonce}'`),
    html: renderPage(
      acceptLanguage,
      nonce,
      (texts) => `<section id="opening" data-code="${/^[\w-]+$/.test(code) ? code : ''}">
<h1>${texts.opening}</h1><noscript><p>${texts.noScript}</p></noscript>
</section>
${OUTCOMES.map((kind) => renderSection(texts, kind, `id="${kind}" hidden`)).join('\n')}
<script type="module" nonce="${nonce}">${LAUNCH_SCRIPT}</script>`,
    ),
  };
}

const LAUNCH_SCRIPT = `
const show = (id) => {
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== id;
};
const code = document.getElementById('opening').dataset.code || location.hash.slice(1);
// No address that opens a window stays in the history.
history.replaceState(null, '', location.pathname);
// Without WebCrypto the page could not tell the program from another one.
if (crypto.subtle === undefined) show('insecure');
else try {
  const answer = await fetch('${LAUNCH_SESSION_PATH}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { kind, ticket } = await answer.json();
  if (kind === 'let-in') {
    sessionStorage.setItem('${WINDOW_TICKET_KEY}', ticket);
    location.replace('/');
  } else show(kind);
} catch {
  show('unreachable');
}
`;

function renderSection(texts: Texts, kind: Outcome, attributes: string): string {
  return `<section ${attributes}><h1>${texts[kind]}</h1><p>${texts.advice}</p></section>`;
}

function renderPage(acceptLanguage: string | undefined, nonce: string, body: (texts: Texts) => string): string {
  const language = /^\s*nl\b/i.test(acceptLanguage ?? '') ? 'nl' : 'en';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tilldesk</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; padding: 1rem; }
main { max-width: 36rem; }
h1 { font-size: 1.25rem; margin: 0; }
</style>
</head>
<body>
<main>${body(TEXTS[language])}</main>
</body>
</html>
`;
}

export function sendPage(reply: FastifyReply, page: IndexPage): FastifyReply {
  return reply.header('content-security-policy', page.contentPolicy).type('text/html; charset=utf-8').send(page.html);
}

export const PLAIN_TYPE = 'text/plain; charset=utf-8';
