import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readServiceLinks, type ServiceLinks } from '../../../shared/contract/service.ts';
import { API_VERSION } from '../openapi/describe-api.ts';
import type { Exposure } from '../security/exposure.ts';
import { getHeaderValues, parseWeights } from '../server/header-decoder.ts';
import { createQueryDecoder } from '../server/query-decoder.ts';
import { createPageHeaders, findDocsFolder, rememberAddress } from './documentation-routes.ts';

interface StartPageDeps {
  readonly exposure: Exposure;
  readonly docsFolder: string | null;
  /** Whether this program has no window, and therefore `/ready`. */
  readonly isServer: boolean;
}

/** Answers the root address of the service: links for a program, a page for a browser. */
export function addStartPageRoute(app: FastifyInstance, { exposure, docsFolder, isServer }: StartPageDeps): void {
  const hasDocumentation = findDocsFolder(docsFolder) !== null;
  const decodeQuery = createQueryDecoder(readServiceLinks);
  const readAddress = rememberAddress(app, exposure);

  app.get<{ Querystring: { text: string } }>(
    readServiceLinks.path,
    { config: { access: readServiceLinks.access, endpoint: readServiceLinks } },
    async ({ query, raw }, reply) => {
      decodeQuery(query.text);
      const address = readAddress();
      const links: ServiceLinks = {
        name: 'Tilldesk',
        version: API_VERSION,
        documentation: hasDocumentation ? `${address}/docs` : null,
        openapi: `${address}/openapi.json`,
        mcp: `${address}/mcp`,
        health: `${address}/health`,
        ready: isServer ? `${address}/ready` : null,
      };
      reply.header('vary', 'accept, accept-language');
      if (!asksForPage(getHeaderValues(raw, 'accept').join())) return links;
      const language = pickLanguage(getHeaderValues(raw, 'accept-language').join());
      return reply
        .headers(PAGE_HEADERS)
        .header('content-language', language)
        .type('text/html; charset=utf-8')
        .send(renderPage(links, language));
    },
  );
}

/** True for a browser, which names `text/html`. Programs name JSON or accept everything. */
function asksForPage(accept: string): boolean {
  const weights = parseWeights(accept);
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= (weights.get('application/json') ?? 0);
}

type Language = 'nl' | 'en';

function pickLanguage(acceptLanguage: string): Language {
  const weights = parseWeights(acceptLanguage);
  const getWeight = (language: Language) =>
    Math.max(0, ...[...weights].map(([tag, weight]) => (tag.split('-')[0] === language ? weight : 0)));
  return getWeight('nl') > 0 && getWeight('nl') >= getWeight('en') ? 'nl' : 'en';
}

interface PageText {
  readonly lead: string;
  readonly documentation: string;
  readonly openapi: string;
  readonly assistants: string;
  readonly keys: string;
}

const KEYS_COMMAND = '<code>npm run keys -- create --help</code>';

const TEXTS: Readonly<Record<Language, PageText>> = {
  nl: {
    lead: 'Op dit adres kunnen andere programma’s de cijfers van Tilldesk lezen: artikelen, orders, klanten en rapporten.',
    documentation: 'Documentatie: elk pad, elke parameter en elk veld',
    openapi: 'Dezelfde beschrijving voor programma’s (OpenAPI 3.1)',
    assistants: 'Assistenten gebruiken het Model Context Protocol op dit adres:',
    keys:
      'Een programma heeft een API-sleutel nodig. Maak die in het venster van Tilldesk onder <b>Lokale API</b>. ' +
      `Zonder venster: ${KEYS_COMMAND}.`,
  },
  en: {
    lead: 'At this address other programs can read the figures of Tilldesk: products, orders, customers and reports.',
    documentation: 'Documentation: every path, parameter and field',
    openapi: 'The same description for programs (OpenAPI 3.1)',
    assistants: 'Assistants use the Model Context Protocol at this address:',
    keys:
      'A program needs an API key. Make one in the window of Tilldesk on the <b>Local API</b> page. ' +
      `Without a window: ${KEYS_COMMAND}.`,
  },
};

/** The colours of the window. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1c1a17; --muted: #5c574f; --ground: #fbfaf8; --line: #e7e3dc; --accent: #0b5c5c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceae5; --muted: #b0aaa0; --ground: #171614; --line: #2c2a26; --accent: #68c7c0 }
}
body { max-width: 36rem; margin: 12vh auto; padding: 0 24px; background: var(--ground); color: var(--ink);
  font: 15px/1.6 Inter, system-ui, sans-serif }
h1 { margin: 0; font-size: 20px }
p { margin: 8px 0 }
ul { margin: 20px 0; padding: 12px 0; border-block: 1px solid var(--line); list-style: none }
li + li { margin-top: 6px }
a { color: var(--accent) }
code { overflow-wrap: anywhere; font: 13px ui-monospace, Consolas, monospace }
.note { color: var(--muted); font-size: 13px }
`;

const PAGE_HEADERS = createPageHeaders([
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  // An empty icon, so that no browser asks for one.
  'img-src data:',
]);

/** It contains nothing from a request. */
function renderPage({ version, documentation, mcp }: ServiceLinks, language: Language): string {
  const text = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tilldesk API</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Tilldesk API</h1>
      <p>${text.lead}</p>
      <ul>${documentation === null ? '' : `\n        <li><a href="/docs">${text.documentation}</a></li>`}
        <li><a href="/openapi.json">${text.openapi}</a></li>
        <li>${text.assistants} <code>${mcp}</code></li>
      </ul>
      <p>${text.keys}</p>
      <p class="note">API ${version}</p>
    </main>
  </body>
</html>
`;
}
