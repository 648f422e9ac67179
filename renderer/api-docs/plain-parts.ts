/**
 * Parts of Swagger UI that this page has in a plainer form: there is one server, its own, to choose from, and
 * the address of an operation is a text, for a link inside the button that opens it can be reached by nobody.
 */
export const plainParts = {
  components: {
    ServersContainer: () => null,
    DeepLink: ({ text }: { readonly text: string }) => text,
  },
};
