/** Slugs assigned so far in one scope, ignoring case. Assigned in log order and kept for ever. */
export class Slugs {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.taken = new Set(Array.from(taken, (slug) => slug.toLowerCase()));
  }

  /** The base, or the first free one of base-2, base-3… */
  give(base: string): string {
    let slug = base;
    for (let number = 2; this.taken.has(slug.toLowerCase()); number++) slug = `${base}-${number}`;
    this.taken.add(slug.toLowerCase());

    return slug;
  }
}
