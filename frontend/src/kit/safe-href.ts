/** The address when it is one that a reader may follow (web or mail), else null. */
export function safeHref(href: string | null): string | null {
  const trimmed = href?.trim() ?? '';

  return /^(?:https?:\/\/|mailto:)/i.test(trimmed) ? trimmed : null;
}

/** An address as people read it: without protocol, `www.` and last slash, in its own letters where they can be told. */
export function shownAddress(href: string): string {
  const short = href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)|\/$/gi, '');
  try {
    return decodeURI(short);
  } catch (error) {
    if (error instanceof URIError) return short;
    throw error;
  }
}
