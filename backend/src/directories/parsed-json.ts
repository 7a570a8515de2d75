/** Undefined for what is no JSON, such as a page of HTML. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8').trim());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
