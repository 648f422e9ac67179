/**
 * Parts of Swagger UI that this page has in a plainer form: there is one server, its own, to choose from; the
 * address of an operation is a text, for a link inside the button that opens it can be reached by nobody; and
 * the licence would be a link to a public list that does not know it.
 */
export const plainParts = {
  components: {
    ServersContainer: () => null,
    OAS31License: () => null,
    DeepLink: ({ text }: { readonly text: string }) => text,
  },
};
