/** Parts of the address by name. */
export type Params = Readonly<Record<string, string | undefined>>;

/**
 * What the parts of a path are called in a pattern such as "/podcasts/:podcastName"; null if it does not match. A pattern
 * may end with "*", which takes any rest. Upper and lower case of the fixed parts and a slash at the end do not count.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = partsOf(pattern);
  const parts = partsOf(pathname);
  const isOpen = wanted.at(-1) === '*';
  if (isOpen) wanted.pop();
  if (parts.length < wanted.length || (!isOpen && parts.length > wanted.length)) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = decoded(parts[index]!);
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }

  return params;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** A part that is not encoded as it should be stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
