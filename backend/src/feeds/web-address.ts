const MAX_LENGTH = 4096;
const HOST = /^((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,24})(?::\d{1,5})?(?=[/?#]|$)/iu;
/** Names of files look like those of hosts. */
const FILE =
  /\.(?:x?html?|php|aspx?|jsp|cgi|xml|rss|rdf|atom|json|txt|md|pdf|srt|vtt|ogg|oga|opus|wav|aac|flac|webm|mov|avi|jpe?g|png|gif|webp|svg)$/i;

/**
 * An http(s) address, made absolute by `base`; as it is written when it is absolute already. One that begins with a host means
 * https. Null for anything else.
 */
export function webAddress(value: string | null | undefined, base: string | null): string | null {
  const written = value?.trim() ?? '';
  if (written.length > MAX_LENGTH) return null;
  const host = HOST.exec(written)?.[1] ?? '';
  const isWww = /^www\./i.test(written);
  if (isWww && host === '') return null;
  const text = host !== '' && (isWww || !FILE.test(host)) ? `https://${written}` : written;
  if (text === '' || !URL.canParse(text, base ?? undefined)) return null;
  const url = new URL(text, base ?? undefined);
  if (!/^https?:$/.test(url.protocol)) return null;

  return /^https?:\/\/\S+$/i.test(text) ? text : url.href;
}
