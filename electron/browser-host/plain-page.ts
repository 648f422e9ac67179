import { contentPolicy, createPageNonce } from '../pages/content-policy.ts';
import type { IndexPage } from '../pages/index-page.ts';

const TEXTS = {
  nl: {
    opening: 'Tilldesk wordt geopend …',
    open: 'Tilldesk openen',
    'code-used': 'Dit adres is al gebruikt of verlopen.',
    'no-cookie': 'Dit venster hoort niet bij de Tilldesk die nu draait.',
    advice: 'Start Tilldesk opnieuw: dat toont een nieuw adres.',
  },
  en: {
    opening: 'Opening Tilldesk …',
    open: 'Open Tilldesk',
    'code-used': 'This address has been used before, or has expired.',
    'no-cookie': 'This window does not belong to the Tilldesk that is running now.',
    advice: 'Start Tilldesk again: it shows a new address.',
  },
} as const;

export type PlainPageKind = 'opening' | 'code-used' | 'no-cookie';

/** A page that stands on its own, shown before a browser has been let in. `next` is where the opening one goes on to. */
export function plainPage(kind: PlainPageKind, acceptLanguage: string | undefined, next = '/'): IndexPage {
  const language = /^\s*nl\b/i.test(acceptLanguage ?? '') ? 'nl' : 'en';
  const texts = TEXTS[language];
  const nonce = createPageNonce();
  // The page itself goes on: a redirect would still count as coming from elsewhere, and a strict cookie
  // would not be sent with it.
  const goesOn = kind === 'opening' ? `<meta http-equiv="refresh" content="0; url=${next}">` : '';
  const action = kind === 'opening' ? `<a href="${next}">${texts.open}</a>` : texts.advice;
  return {
    contentPolicy: contentPolicy(nonce),
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tilldesk</title>
<link rel="icon" href="data:,">
${goesOn}
<style nonce="${nonce}">
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0; }
</style>
</head>
<body>
<main><h1>${texts[kind]}</h1><p>${action}</p></main>
</body>
</html>
`,
  };
}
