import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './api-docs.css';
import { OPENED_WINDOWS_HEADER } from '../../shared/contract/window-headers.ts';
import { fetchPartsSoon } from '../lib/host/parts-ahead.ts';
import { openWindow } from '../lib/host/proven-window.ts';
import { hostLink } from '../lib/host/window-access.ts';
import {
  addIndex,
  followColorScheme,
  nameControls,
  plainParts,
  toOwnOrigin,
  withoutSignIn,
} from './swagger-adjustments.ts';

const domNode = document.getElementById('docs');
if (domNode === null) throw new Error('The page has no element with the id "docs".');

followColorScheme(document.documentElement);
nameControls(domNode);
addIndex(domNode);
const description = await fetch('/openapi.json');
// Calls can only be tried in the window, as its signed-in user. On the port of the API this page is a reference and
// asks for no password or token, which another page at that address could ask for too.
const isInWindow = description.headers.has(OPENED_WINDOWS_HEADER);
if (isInWindow) {
  await openWindow(fetchPartsSoon);
  showWhenEnded();
}
SwaggerUIBundle({
  spec: await description.json(),
  domNode,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plainParts, withoutSignIn],
  layout: 'BaseLayout',
  requestInterceptor: toOwnOrigin,
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: isInWindow,
  supportedSubmitMethods: isInWindow ? ['get', 'post', 'put', 'delete'] : [],
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: 'tomorrow-night' },
});

/**
 * Like the window, asks for a proof every second. Without one, replaces the page, so that nobody continues typing in
 * it.
 */
function showWhenEnded(): void {
  setInterval(() => hostLink.getState().doubt(), 1_000);
  hostLink.subscribe(({ hasEnded }) => {
    if (!hasEnded) return;
    const title = Object.assign(document.createElement('h1'), { textContent: 'Tilldesk has ended' });
    const text = Object.assign(document.createElement('p'), {
      textContent:
        'Start Tilldesk again and close this page. Do not reload it: another program may be using this address now.',
    });
    const ended = Object.assign(document.createElement('main'), { className: 'ended' });
    ended.append(title, text);
    document.body.replaceChildren(ended);
  });
}
