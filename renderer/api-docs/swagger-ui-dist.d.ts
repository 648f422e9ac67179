/** The package brings no types: what this page uses of it. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUi {
    (options: Readonly<Record<string, unknown>>): void;
    readonly presets: { readonly apis: unknown };
  }

  const SwaggerUIBundle: SwaggerUi;
  export default SwaggerUIBundle;
}
