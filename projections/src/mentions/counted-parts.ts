import type { WhyPattern } from '@earmark/contracts/entities';
import { compileMatcher, type Matcher, type Neighbours } from '@earmark/contracts/mentions';
import type { Decisions } from './decisions.ts';
import type { MergedEntities } from './merged.queries.ts';
import { ruleOf, type RuleRow } from './pinned-vocabulary.ts';

export interface Pattern extends Readonly<RuleRow> {
  readonly pattern_id: string;
  readonly entity_id: string;
  readonly owner: string;
  readonly from_revision: number;
  readonly to_revision: number | null;
  /** Of the event that made it so. Several rows have it where variants of the vocabulary split the time that it holds. */
  readonly set_revision: number;
}
export interface Text {
  readonly episode_uuid: string;
  readonly series_uuid: string;
  readonly segment_id: string;
  readonly vocabulary_revision: number;
  readonly matcher_version: number;
  readonly text: string;
}
export type DecisionsByEpisode = ReadonlyMap<string, Decisions>;

/** Attributes an entity's mentions, text by text: to the first pattern that finds the mention, or to a name typed by hand when no pattern does. */
export class CountedParts {
  readonly byHand = { mentions: 0, counted: 0 };
  texts = 0;
  readonly matcher: Matcher;
  private readonly mentions: number[];
  private readonly counted: number[];

  constructor(
    private readonly entityId: string,
    private readonly patterns: readonly Pattern[],
    private readonly decisions: DecisionsByEpisode,
    private readonly merged: MergedEntities,
  ) {
    this.matcher = matcherOf(patterns);
    this.mentions = patterns.map(() => 0);
    this.counted = patterns.map(() => 0);
  }

  add(texts: readonly Text[], neighboursOf: (text: Text) => Neighbours): void {
    for (const text of texts) this.addText(text, neighboursOf(text));
    this.texts += texts.length;
  }

  /** `pin`: of the one episode; null for several. Leaves out patterns that find nothing and do not hold. */
  lines(pin: number | null): WhyPattern[] {
    const lines = new Map<string, { line: WhyPattern; holds: boolean }>();
    for (const [index, pattern] of this.patterns.entries()) {
      const key = `${pattern.pattern_id} ${pattern.set_revision}`;
      const known = lines.get(key);
      const mentions = (known?.line.mentions ?? 0) + this.mentions[index]!;
      const counted = (known?.line.counted ?? 0) + this.counted[index]!;
      lines.set(key, {
        line: { ...namedPattern(pattern, this.entityId), mentions, counted },
        holds: known?.holds || (pin === null ? pattern.to_revision === null : holds(pattern, pin)),
      });
    }

    return [...lines.values()].flatMap(({ line, holds: does }) => (does || line.mentions > 0 ? [line] : []));
  }

  private addText(segment: Text, neighbours: Neighbours): void {
    const { vocabulary_revision: revision, matcher_version: version, text } = segment;
    const own = this.decisions.get(segment.episode_uuid);
    const isShown = countsFor(this.entityId, segment, own, this.merged);
    const found = new Set<number>();
    const hit = (index: number): void => {
      const pattern = this.patterns[index]!;
      if (holds(pattern, revision) && isShown(pattern.entity_id)) found.add(index);
    };
    this.matcher.scan(text, hit, neighbours, version);
    for (const index of found) this.mentions[index]! += 1;
    if (found.size > 0) this.counted[Math.min(...found)]! += 1;
    let isNamed = false;
    own?.added?.matcher.scan(text, (name) => {
      isNamed ||= isShown(own.added!.entityIds[name]!);
    });
    if (isNamed) this.byHand.mentions += 1;
    if (isNamed && found.size === 0) this.byHand.counted += 1;
  }
}

/** A pattern as an explanation of `entityId` names it. */
export const namedPattern = (pattern: Pattern, entityId: string): Omit<WhyPattern, 'mentions' | 'counted'> => ({
  patternId: pattern.pattern_id,
  name: pattern.name,
  caseSensitive: pattern.case_sensitive,
  wholeWord: pattern.whole_word,
  near: pattern.near,
  notNear: pattern.not_near,
  distance: pattern.distance,
  ofEntity: pattern.entity_id === entityId ? null : pattern.owner,
});

type Located = Pick<Text, 'series_uuid' | 'segment_id'>;

/** Whether what is found for an entity counts for `entityId` in a segment of an episode with these decisions. */
export const countsFor =
  (entityId: string, at: Located, own: Decisions | undefined, merged: MergedEntities) =>
  (id: string): boolean => {
    const shown = own?.shownAs.get(id) ?? id;

    return merged.shownIdOf(shown, placeOf(at)) === entityId && !own?.removed.has(shown);
  };

export const placeOf = ({ series_uuid: seriesUuid, segment_id: segmentId }: Located) => ({ seriesUuid, segmentId });

export const holds = ({ from_revision: from, to_revision: to }: Pattern, revision: number): boolean =>
  from <= revision && (to === null || revision < to);
export const matcherOf = (patterns: readonly Pattern[]): Matcher => compileMatcher(patterns.map(ruleOf));
