/** Slugs given so far in one scope, ignoring case. Given in log order and kept for ever. */
export class Slugs {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.taken = new Set(Array.from(taken, (slug) => slug.toLowerCase()));
  }

  /** The base, or the next free of base-2, base-3… */
  give(base: string): string {
    let slug = base;
    for (let number = 2; this.taken.has(slug.toLowerCase()); number++) slug = `${base}-${number}`;
    this.taken.add(slug.toLowerCase());

    return slug;
  }
}
