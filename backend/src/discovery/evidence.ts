import { compileMatcher } from '@earmark/contracts/mentions';
import { asFound, listShownTexts, listTexts, RecentlyUsed, type Db } from '@earmark/projections/queries';
import { giveWay } from '../kit/in-turns.ts';

/** Episodes whose matches are remembered. */
const MOST_EPISODES = 2000;

/** A name in one episode. */
interface Named {
  readonly episodeUuid: string;
  readonly foundName: string;
}

interface Matched {
  readonly state: string;
  /** By name, the segments in which it stands, in their order. */
  readonly segments: Map<string, readonly string[]>;
}

/**
 * Where names stand in the texts as they are shown now, by the matching rule. What was found in an episode is remembered
 * until a text of it changes, so a decision costs no search, and an edit that of one episode.
 */
export class Evidence {
  private readonly known = new RecentlyUsed<Matched>(MOST_EPISODES);

  /** Segment ids of each name in its episode, in the order of the transcript; of the same length as `names`. */
  async of(db: Db, names: readonly Named[]): Promise<(readonly string[])[]> {
    const episodes = [...new Set(names.map(({ episodeUuid }) => episodeUuid))];
    const states = new Map(
      (await listShownTexts(db, episodes)).map(({ episodeUuid, state }) => [episodeUuid, state] as const),
    );
    const wanted = new Map<string, Set<string>>(episodes.map((episodeUuid) => [episodeUuid, new Set<string>()]));
    for (const { episodeUuid, foundName } of names) wanted.get(episodeUuid)!.add(foundName);
    const matched = new Map<string, Matched>();
    for (const [episodeUuid, own] of wanted) {
      const state = states.get(episodeUuid);
      if (state !== undefined) matched.set(episodeUuid, await this.match(db, episodeUuid, state, own));
    }

    return names.map(({ episodeUuid, foundName }) => matched.get(episodeUuid)?.segments.get(foundName) ?? []);
  }

  private async match(db: Db, episodeUuid: string, state: string, names: ReadonlySet<string>): Promise<Matched> {
    const before = this.known.find(episodeUuid);
    const matched = before?.state === state ? before : { state, segments: new Map<string, readonly string[]>() };
    const missing = [...names].filter((name) => !matched.segments.has(name));
    if (missing.length > 0) {
      const found: string[][] = missing.map(() => []);
      const matcher = compileMatcher(missing.map(asFound));
      for (const { segmentId, text } of await listTexts(db, episodeUuid)) {
        const here = new Set<number>();
        matcher.scan(text, (name) => void here.add(name));
        for (const name of here) found[name]!.push(segmentId);
      }
      for (const [index, name] of missing.entries()) matched.segments.set(name, found[index]!);
      await giveWay();
    }
    this.known.set(episodeUuid, matched);

    return matched;
  }
}
