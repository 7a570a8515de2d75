import type { WhyMention } from '@earmark/contracts/entities';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { namedPattern, type FoundHere } from '@earmark/projections/queries';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { eventsOf, type DecodedEvent } from '../kit/recorded-events.ts';

/** The authors of the patterns and names that find an entity. */
export class Attributions {
  constructor(
    private readonly log: EventLog,
    private readonly viewer: SignedIn | null,
  ) {}

  async of(
    { patterns, byHand }: FoundHere,
    entityId: string,
    episodeUuid: string,
  ): Promise<Pick<WhyMention, 'patterns' | 'byHand'>> {
    const described: WhyMention['patterns'] = [];
    for (const pattern of patterns) {
      const event = await this.vocabularyAt(pattern.set_revision);
      described.push({
        ...this.attributionOf(event.recorded),
        ...namedPattern(pattern, entityId),
        isChanged: event.type !== 'PatternAdded' && event.type !== 'PatternsImported',
      });
    }

    return { patterns: described, byHand: await this.namesOf(byHand, episodeUuid) };
  }

  private async namesOf(byHand: FoundHere['byHand'], episodeUuid: string): Promise<WhyMention['byHand']> {
    if (byHand.length === 0) return [];
    const added = new Map<string, RecordedEvent>();
    for await (const { type, data, recorded } of eventsOf(this.log, `entities-${episodeUuid}`))
      if (type === 'EntityAdded') added.set(data.entityId, recorded);

    return byHand.map(({ entityId, name }) => ({ ...this.attributionOf(added.get(entityId)!), name }));
  }

  private async vocabularyAt(revision: number): Promise<DecodedEvent> {
    for await (const event of eventsOf(this.log, 'vocabulary-main', { from: revision, upTo: revision })) return event;
    throw new Error(`the vocabulary has no revision ${revision}`);
  }

  private attributionOf({ metadata: { at, actor } }: RecordedEvent): { at: string; actor: string } {
    return { at, actor: this.viewer === null ? actor.role : actor.name };
  }
}
