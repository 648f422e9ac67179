/** A body of JSON with a line for each value; as it is where it is no JSON. */
export function formattedBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}
