export const MAX_FEEDS = 500;
export const MAX_OPML_BYTES = 1024 * 1024;

/** The feed addresses that a text consists of; empty if it has any other word in it. */
export function typedFeeds(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const addresses = words.map(addressOf);

  return addresses.includes(null) ? [] : [...new Set(addresses.filter((address) => address !== null))];
}

/** Apps for podcasts write `feed:` and `itpc:` in place of `https:`. */
function addressOf(word: string): string | null {
  const address = word.replace(/^(?:feed|itpc|pcast|podcast):(?:\/\/)?(?!https?:)/i, 'https://').replace(/^feed:/i, '');
  if (!/^https?:\/\/./i.test(address) || !URL.canParse(address)) return null;

  return address;
}

/** How many feeds an OPML file lists. */
export const feedsOfOpml = (opml: string): number => opml.match(/\sxmlUrl\s*=\s*["'][^"']/gi)?.length ?? 0;
