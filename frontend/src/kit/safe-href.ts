/** The address when it is one that a reader may follow (web or mail), else null. */
export function safeHref(href: string | null): string | null {
  const trimmed = href?.trim() ?? '';

  return /^(?:https?:\/\/|mailto:)/i.test(trimmed) ? trimmed : null;
}
