/** The package has no types. These are the parts that this page uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUi {
    (options: Readonly<Record<string, unknown>>): void;
    readonly presets: { readonly apis: unknown };
  }

  const SwaggerUIBundle: SwaggerUi;
  export default SwaggerUIBundle;
}
