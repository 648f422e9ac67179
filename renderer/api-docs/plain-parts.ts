/**
 * Parts of Swagger UI that this page has in a plainer form: there is one server, its own, to choose from; the
 * address of an operation is a text, for a link inside the button that opens it can be reached by nobody; and
 * the licence would be a link to a public list that does not know it. No token is ever typed here.
 */
export const plainParts = {
  components: {
    ServersContainer: () => null,
    OAS31License: () => null,
    AuthorizeBtnContainer: () => null,
    authorizeOperationBtn: () => null,
    DeepLink: ({ text }: { readonly text: string }) => text,
  },
};
