/** The address if it is safe to follow (web or mail), else null. */
export function safeHref(href: string | null): string | null {
  const trimmed = href?.trim() ?? '';

  return /^(?:https?:\/\/|mailto:)/i.test(trimmed) ? trimmed : null;
}

/** A readable address: without protocol, `www.` and trailing slash, and decoded where possible. */
export function shownAddress(href: string): string {
  const short = href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)|\/$/gi, '');
  try {
    return decodeURI(short);
  } catch (error) {
    if (error instanceof URIError) return short;
    throw error;
  }
}
