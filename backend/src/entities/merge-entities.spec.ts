import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Rejected } from '../kit/rejected.ts';
import { nameKey } from '../vocabulary/vocabulary.entities.ts';
import type { ListedEntity, WrittenEntity } from '@earmark/contracts/entities';
import type { EntityId } from '@earmark/contracts/vocabulary';
import { mergeEntities } from './merge-entities.ts';

const listed = (id: string, name: string, type = 'person', url: string | null = null): ListedEntity => ({
  id: id as EntityId,
  name,
  type,
  url,
});
const ada = listed('1', 'Ada');
const bea = listed('2', 'Bea');
const cem = listed('3', 'Cem');
const merge = (
  base: ListedEntity[],
  written: WrittenEntity[],
  now = base,
  shownAs: [string, string][] = [],
): ReturnType<typeof mergeEntities> => mergeEntities(base, written, now, new Map(shownAs as [EntityId, EntityId][]));
const nothing = { added: [], removed: [], edited: [], touched: [] };

describe('what the editor changed', () => {
  it('is nothing when the list is as loaded, whatever others did', () => {
    expect(merge([ada, bea], [bea, ada])).toEqual(nothing);
    expect(merge([ada, bea], [ada, bea], [cem])).toEqual(nothing);
    expect(merge([ada], [ada], [listed('1', 'Ada', 'person', 'https://ada.example')])).toEqual(nothing);
  });

  it('is what was removed, added, renamed or linked', () => {
    const zoe = { name: 'Zoe', type: 'person' };
    expect(merge([ada, bea], [ada, zoe])).toEqual({ ...nothing, removed: [bea], added: [zoe] });
    const renamed = { ...ada, name: 'Ada King' };
    expect(merge([ada], [renamed])).toEqual({ ...nothing, edited: [{ from: ada, to: renamed, newLink: false }] });
    const retyped = { ...ada, type: 'product', url: 'https://ada.example' };
    expect(merge([ada], [retyped])).toEqual({ ...nothing, edited: [{ from: ada, to: retyped, newLink: true }] });
    const linked = { ...ada, url: 'https://ada.example' };
    expect(merge([ada], [linked])).toEqual({ ...nothing, touched: [{ entity: ada, to: linked }] });
    const spelled = { ...ada, name: 'ADA' };
    expect(merge([ada], [spelled])).toEqual({
      ...nothing,
      touched: [{ entity: ada, to: { ...spelled, url: undefined } }],
    });
  });

  it('never removes what was not loaded', () => {
    expect(merge([ada], [], [ada, bea])).toEqual({ ...nothing, removed: [ada] });
  });

  it('identifies a line by category and name when its id is not in the list', () => {
    expect(merge([ada], [{ id: 'x', name: 'áda', type: 'Person' }]).added).toEqual([]);
    expect(merge([ada], [{ id: 'x', name: 'Ada', type: 'product' }])).toMatchObject({
      removed: [ada],
      added: [{ id: 'x' }],
    });
    expect(merge([ada], [ada, { name: 'Bea', type: 'person' }], [ada, bea])).toEqual(nothing);
  });

  it('keeps a link that is not sent', () => {
    const entity = listed('1', 'Ada', 'person', 'https://ada.example');
    expect(merge([entity], [{ id: '1', name: 'Ada', type: 'person' }])).toEqual(nothing);
    expect(merge([entity], [{ id: '1', name: 'Ada', type: 'person', url: '' }]).touched).toHaveLength(1);
  });

  it('keeps an entity that was deleted so that another could take its name', () => {
    const renamed = { ...ada, name: 'Bea' };
    expect(merge([ada, bea], [renamed])).toEqual({ ...nothing, edited: [{ from: ada, to: renamed, newLink: false }] });
  });
});

describe('a list that is refused', () => {
  const refusal = (...of: Parameters<typeof merge>): unknown => {
    try {
      return merge(...of);
    } catch (error) {
      return error;
    }
  };

  it('contains a name twice', () => {
    const exists = 'Entity already exists';
    expect(refusal([ada], [ada, { name: 'ADA', type: 'person' }])).toMatchObject({
      message: expect.stringContaining(exists),
    });
    expect(refusal([ada, bea], [ada, { ...bea, name: 'ada' }])).toMatchObject({
      message: expect.stringContaining(exists),
    });
    expect(refusal([ada], [{ ...ada, name: 'Bea' }], [ada, bea])).toMatchObject({
      message: expect.stringContaining(exists),
    });
    expect(
      refusal(
        [],
        [
          { name: 'Zoe', type: 'person' },
          { name: 'zoë', type: 'person' },
        ],
      ),
    ).toMatchObject({ message: expect.stringContaining(exists) });
    expect(
      refusal(
        [ada],
        [ada, ada].map((one) => ({ ...one })),
      ),
    ).toMatchObject({ message: expect.stringContaining('The entity 1 is in the list twice.') });
  });

  it('contains a name that cannot be found, or an invalid link', () => {
    expect(refusal([], [{ name: '\u200b', type: 'person' }])).toMatchObject({
      message: expect.stringContaining('no searchable character'),
    });
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'nonsense', 'https://', '//x.example'])
      expect(refusal([ada], [{ ...ada, url }])).toMatchObject({
        message: expect.stringContaining('The link of "Ada" must begin with https:// or http://.'),
      });
  });

  it('reports invalid lines first', () => {
    const link = { message: expect.stringContaining('must begin with https:// or http://') };
    const zoe = { name: 'Zoe', type: 'person' };
    expect(refusal([], [zoe, { ...zoe, url: 'javascript:1' }])).toMatchObject(link);
    expect(
      refusal(
        [ada],
        [
          { ...ada, name: 'Countess' },
          { ...zoe, url: 'x' },
        ],
        [],
      ),
    ).toMatchObject(link);
    const id = '11111111-1111-4111-8111-111111111111';
    expect(refusal([], [zoe, { ...zoe, id }, { ...bea, id }])).toMatchObject({
      message: expect.stringContaining('is in the list twice'),
    });
    expect(refusal([ada], [ada, { ...zoe, name: 'Z\0e' }])).toMatchObject({ code: 'invalid' });
  });

  it('conflicts with a different change by somebody else', () => {
    const conflicts = (...of: Parameters<typeof merge>): unknown => {
      const outcome = refusal(...of);
      return outcome instanceof Rejected ? outcome.extra?.['conflicts'] : outcome;
    };
    const king = listed('9', 'Ada King');
    const facts = ({ name, type, url }: WrittenEntity) => ({ name, type, url: url ?? null });
    const mine = { ...ada, name: 'Countess' };
    const theirs = { ...ada, url: 'https://theirs.example' };
    const linked = { ...ada, url: 'https://mine.example' };
    expect(conflicts([ada], [mine], [king], [['1', '9']])).toEqual([
      { entityId: '1', base: facts(ada), mine: facts(mine), theirs: facts(king) },
    ]);
    expect(conflicts([ada], [], [king], [['1', '9']])).toEqual([
      { entityId: '1', base: facts(ada), mine: null, theirs: facts(king) },
    ]);
    expect(conflicts([ada], [mine], [])).toEqual([
      { entityId: '1', base: facts(ada), mine: facts(mine), theirs: null },
    ]);
    expect(conflicts([ada], [linked], [theirs])).toEqual([
      { entityId: '1', base: facts(ada), mine: facts(linked), theirs: facts(theirs) },
    ]);
    expect(conflicts([ada], [{ ...ada, name: 'Ada King' }], [king], [['1', '9']])).toEqual(nothing);
    expect(conflicts([ada], [mine], [theirs])).toMatchObject({ edited: [{ from: theirs, newLink: false }] });
    expect(conflicts([ada], [linked], [king], [['1', '9']])).toMatchObject({ touched: [{ entity: king }] });
  });
});

describe('for any lists', () => {
  const url = fc.constantFrom(null, 'https://a.example', 'https://b.example');
  const facts = fc.record({
    name: fc.constantFrom('A', 'B', 'C', 'D', 'É', 'e'),
    type: fc.constantFrom('person', 'book'),
    url,
  });
  const unique = fc.uniqueArray(facts, { maxLength: 8, selector: ({ name, type }) => nameKey(type, name) });
  const base = unique.map((all) => all.map((one, index) => ({ ...one, id: String(index) as EntityId })));
  const plain = (all: readonly WrittenEntity[]) =>
    all.map(({ name, type, url: link }) => `${type} ${name} ${link ?? ''}`).sort();

  const applied = (now: readonly ListedEntity[], { added, removed, edited, touched }: ReturnType<typeof merge>) => {
    const targets = new Set(edited.map(({ to }) => nameKey(to.type, to.name)));
    const gone = new Set([...removed, ...edited.map(({ from }) => from)].map(({ id }) => id));
    const changed = new Map(touched.map(({ entity, to }) => [entity.id, to]));

    return [
      ...now
        .filter(({ id, type, name }) => !gone.has(id) && !targets.has(nameKey(type, name)))
        .map((one) => {
          const to = changed.get(one.id);
          return to ? { ...one, name: to.name, type: to.type, url: to.url === undefined ? one.url : to.url } : one;
        }),
      ...edited.map(({ to }) => to),
      ...added,
    ];
  };

  it('the saved list becomes the list when nobody else saved', () => {
    const property = fc.property(
      base,
      unique,
      fc.array(fc.integer({ min: -1, max: 7 }), { minLength: 8, maxLength: 8 }),
      (loaded, all, ids) => {
        const used = new Set<number>();
        const written = all.map((one, index) => {
          const id = ids[index]!;
          if (id < 0 || id >= loaded.length || used.has(id)) return one;
          used.add(id);
          return { ...one, id: String(id) };
        });
        try {
          return plain(applied(loaded, merge(loaded, written))).join() === plain(written).join();
        } catch (error) {
          return error instanceof Rejected && error.code === 'entity-exists';
        }
      },
    );
    expect(() => fc.assert(property)).not.toThrow();
  });

  it('the changes of two people to different entities are all kept', () => {
    const change = fc.constantFrom('keep', 'remove', 'rename', 'link');
    fc.assert(
      fc.property(base, fc.array(fc.tuple(fc.boolean(), change), { minLength: 8, maxLength: 8 }), (loaded, changes) => {
        const after = (isMine: boolean | null) =>
          loaded.flatMap((one, index): ListedEntity[] => {
            const [byMe, what] = changes[index]!;
            if ((isMine !== null && byMe !== isMine) || what === 'keep') return [one];
            if (what === 'remove') return [];
            // By then, their change has made it another entity.
            if (what === 'rename')
              return [
                { ...one, id: isMine === false ? (`${one.id}'` as EntityId) : one.id, name: `${one.name}${index}` },
              ];
            return [{ ...one, url: 'https://new.example' }];
          });
        const moved = loaded.map(({ id }): [string, string] => [id, `${id}'`]);
        const merged = applied(after(false), merge(loaded, after(true), after(false), moved));
        expect(plain(merged)).toEqual(plain(after(null)));
      }),
    );
  });
});
