import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './api-docs.css';
import { followColorScheme } from './follow-color-scheme.ts';
import { nameControls } from './name-controls.ts';
import { plainParts } from './plain-parts.ts';
import { toOwnOrigin } from './to-own-origin.ts';

const domNode = document.getElementById('docs');
if (domNode === null) throw new Error('The page has no element with the id "docs".');

followColorScheme(document.documentElement);
nameControls(domNode);
SwaggerUIBundle({
  url: '/openapi.json',
  domNode,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plainParts],
  layout: 'BaseLayout',
  requestInterceptor: toOwnOrigin,
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  // A token is known to the page alone and gone with it.
  persistAuthorization: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: 'tomorrow-night' },
});
