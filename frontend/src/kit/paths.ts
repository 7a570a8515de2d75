/** Path of the assistant's page; the part after `ask-` is the server's ASSISTANT_SLUG. */
export const ASSISTANT_PATH =
  document.querySelector<HTMLMetaElement>('meta[name="assistant-path"]')?.content ?? '/ask-earmark';
