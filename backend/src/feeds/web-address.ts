const MAX_LENGTH = 4096;

/** An http(s) address, made absolute by `base`; as it is written when it is absolute already. Null for anything else. */
export function webAddress(value: string | null | undefined, base: string | null): string | null {
  const text = value?.trim() ?? '';
  if (text === '' || text.length > MAX_LENGTH || !URL.canParse(text, base ?? undefined)) return null;
  const url = new URL(text, base ?? undefined);
  if (!/^https?:$/.test(url.protocol)) return null;

  return /^https?:\/\/\S+$/i.test(text) ? text : url.href;
}
