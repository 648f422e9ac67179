/** The package brings no types: what this page uses of it. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUiPlugin {
    /** React components by the names under which Swagger UI looks them up. */
    readonly components: Readonly<Record<string, unknown>>;
  }

  interface SwaggerUiRequest {
    url: string;
    headers?: Record<string, string>;
  }

  interface SwaggerUiOptions {
    /** An OpenAPI document. */
    readonly spec: unknown;
    readonly domNode: Element;
    readonly presets: readonly unknown[];
    readonly plugins: readonly SwaggerUiPlugin[];
    readonly layout: 'BaseLayout';
    /** Sees every request of the page before it is sent, and says what is sent. */
    readonly requestInterceptor: (request: SwaggerUiRequest) => SwaggerUiRequest;
    /** Address of a service that judges the document; null asks nobody. */
    readonly validatorUrl: string | null;
    readonly deepLinking: boolean;
    readonly tryItOutEnabled: boolean;
    /** Methods in lower case. */
    readonly supportedSubmitMethods: readonly string[];
    readonly displayRequestDuration: boolean;
    /** How many levels of the list of schemas are open: 0 shows its heading alone. */
    readonly defaultModelsExpandDepth: number;
    readonly syntaxHighlight: { readonly theme: 'tomorrow-night' };
  }

  interface SwaggerUi {
    (options: SwaggerUiOptions): void;
    readonly presets: { readonly apis: unknown };
  }

  const SwaggerUIBundle: SwaggerUi;
  export default SwaggerUIBundle;
}
