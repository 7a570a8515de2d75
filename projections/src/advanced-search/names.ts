import type { Db } from '../kit/db.ts';

/** Gives texts numbers, for good. */
export class Numbers {
  private readonly numbers = new Map<string, number>();
  readonly texts: string[] = [];

  of(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.texts.length);

    return this.texts.push(text) - 1;
  }

  /** Null: it has none. */
  find(text: string): number | null {
    return this.numbers.get(text) ?? null;
  }
}

/** Numbers for what searches compare. */
export class Names {
  /** Ids. */
  readonly entities = new Numbers();
  /** Ids. */
  readonly categories = new Numbers();
  /** Names: people with the same name count as one. */
  readonly speakers = new Numbers();
  private categoryOf = new Int32Array(0);

  /** By number of the entity; -1: it has none. An entity never changes its category. */
  async readCategories(db: Db): Promise<Int32Array> {
    const known = this.categoryOf;
    const { texts } = this.entities;
    const unknown = texts.filter((_, entity) => (known[entity] ?? -1) === -1);
    if (unknown.length > 0) {
      const { rows } = await db.query<{ entity: string; category: string }>(
        `select n.entity_id as entity, n.entity_type_id as category
         from read.vocabulary_entity n where n.entity_id = any($1)`,
        [unknown],
      );
      // Libraries that searches still use have the old one.
      const all = new Int32Array(texts.length).fill(-1);
      all.set(known);
      for (const { entity, category } of rows) all[this.entities.of(entity)] = this.categories.of(category);
      this.categoryOf = all;
    }

    return this.categoryOf;
  }
}
