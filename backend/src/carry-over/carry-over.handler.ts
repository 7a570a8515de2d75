import { ChangeCarryOver, type CarryOverCommand, type CorrectionId } from '@earmark/contracts/carry-over';
import { RefreshEntities } from '@earmark/contracts/entities';
import { ChangeEpisode } from '@earmark/contracts/episodes';
import type { Context, ResultOf } from '@earmark/contracts/kit';
import { ActivateTranscript, CarryOverCorrections } from '@earmark/contracts/transcripts';
import { CommandHandler } from '@nestjs/cqrs';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { Commands, type Handles } from '../kit/commands.ts';
import { metadataBytesOf } from '../kit/context.ts';
import { inAppends } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { evolveVersion, transcript } from '../transcripts/transcript.decider.ts';
import { carriedNow } from './carried-versions.ts';
import { assertWaiting, carryOver, decided, finish, type Decision, type InCarryOver } from './carry-over.decider.ts';
import { CarryOverRounds } from './carry-over.rounds.ts';
import type { Change } from './draft.ts';
import { getOpen, type OpenCarryOver } from './open-carry-over.ts';
import { Waiting } from './waiting.ts';

@CommandHandler(CarryOverCorrections)
export class CarryOverCorrectionsHandler implements Handles<CarryOverCorrections> {
  constructor(
    private readonly streams: Streams,
    private readonly rounds: CarryOverRounds,
  ) {}

  async execute({ command, context }: CarryOverCorrections): Promise<ResultOf<CarryOverCorrections>> {
    await getPresentEpisode(this.streams, command.episodeUuid);
    const { episodeUuid, versionId } = command;

    return this.rounds.carryOver({ episodeUuid, versionId }, context);
  }
}

type Answer = ResultOf<ChangeCarryOver>;

@CommandHandler(ChangeCarryOver)
export class ChangeCarryOverHandler implements Handles<ChangeCarryOver> {
  constructor(
    private readonly streams: Streams,
    private readonly commands: Commands,
    private readonly rounds: CarryOverRounds,
  ) {}

  async execute({ command, context }: ChangeCarryOver): Promise<Answer> {
    await getPresentEpisode(this.streams, command.episodeUuid);
    const open = await getOpen(this.streams, command.episodeUuid);
    switch (command.type) {
      case 'AcceptCorrection':
        return this.settle(open, [command.correctionId], { isAccepted: true, text: command.text }, context);
      case 'DropCorrection':
        return this.settle(open, [command.correctionId], { isAccepted: false, text: null }, context);
      case 'ConfirmCarryOver':
        return this.confirm(open, command, context);
      case 'CancelCarryOver':
        return this.finish(open.where, 'kept', context);
    }
  }

  private async confirm(
    open: OpenCarryOver,
    { rest }: Extract<CarryOverCommand, { type: 'ConfirmCarryOver' }>,
    context: Context,
  ): Promise<Answer> {
    const { where } = open;
    const count = open.waiting.length;
    if (count > 0 && rest === null)
      throw new Rejected('corrections-wait', `${countOf(count)} for a decision. Accept or drop them first.`);
    // Somebody may have corrected the shown version meanwhile, which nobody has decided about yet.
    const { upTo } = await this.rounds.carryOver(where, context);
    const current = await getOpen(this.streams, where.episodeUuid);
    const seen = new Set(open.waiting.map(({ correctionId }) => correctionId));
    const added = current.waiting.filter(({ correctionId }) => !seen.has(correctionId)).length;
    if (added > 0)
      throw new Rejected(
        'corrections-wait',
        `The transcript was corrected in the meantime: ${countOf(added)} that you have not seen.`,
      );
    const able = rest === 'accept' ? await this.acceptable(current) : [];
    const others = current.waiting.map(({ correctionId }) => correctionId).filter((id) => !able.includes(id));
    await this.settle(current, able, { isAccepted: true, text: null }, context);
    await this.settle(current, others, { isAccepted: false, text: null }, context);
    await this.commands.send(new ActivateTranscript({ ...where, carriedUpTo: upTo }, context));
    await this.commands.send(new ChangeEpisode({ type: 'MarkTranscribed', ...where }, context));
    await this.commands.send(new RefreshEntities({ episodeUuid: where.episodeUuid }, context));

    return this.finish(where, 'shown', context);
  }

  /** Of those that wait. */
  private async acceptable(open: OpenCarryOver): Promise<CorrectionId[]> {
    const { version, target } = await carriedNow(this.streams, open);

    return open.waiting
      .filter((ref) => new Waiting(ref, version, target).canAccept())
      .map(({ correctionId }) => correctionId);
  }

  /** Accepts or drops corrections. An interrupted attempt may be repeated: what is recorded already is no change any more. */
  private async settle(
    { where, ...open }: OpenCarryOver,
    ids: readonly CorrectionId[],
    { isAccepted, text }: { isAccepted: boolean; text: string | null },
    context: Context,
  ): Promise<Answer> {
    if (ids.length === 0) return { position: null };
    const { state } = await this.streams.read(carryOver, where.versionId);
    const refs = ids.map((id) => assertWaiting(state, id));
    const decisions: Decision[] = [];
    const changes: Change[] = [];
    const { version, target } = await carriedNow(this.streams, { where, ...open });
    for (const ref of refs) {
      const correction = new Waiting(ref, version, target);
      if (isAccepted && !correction.canAccept())
        throw new Rejected(
          'invalid',
          'This correction has no place in the new transcript. Drop it, or keep the old transcript.',
        );
      const isEdited = isAccepted && text !== null && text !== correction.view().proposal;
      decisions.push({ correctionId: ref.correctionId, isAccepted, isEdited });
      if (!isAccepted) continue;
      const own = correction.changes(where, text);
      for (const { event } of own) evolveVersion(target, event);
      changes.push(...own);
    }
    await this.record(where, changes, context);
    const { outcome } = await this.streams.change(
      carryOver,
      where.versionId,
      (now) => ({ events: decided(now, where, decisions), result: undefined }),
      context,
    );

    return outcome;
  }

  private async record({ episodeUuid }: InCarryOver, changes: readonly Change[], context: Context): Promise<void> {
    if (changes.length === 0) return;
    const events = changes.map(({ event, cause }) => ({ ...event, causationId: cause }));
    await this.streams.change(
      transcript,
      episodeUuid,
      () => ({ events: inAppends(events, metadataBytesOf(context)), result: undefined }),
      context,
    );
  }

  private async finish(where: InCarryOver, outcome: 'shown' | 'kept', context: Context): Promise<Answer> {
    const { outcome: recorded } = await this.streams.change(
      carryOver,
      where.versionId,
      (now) => ({ events: finish(now, where, outcome), result: undefined }),
      context,
    );

    return recorded;
  }
}

const countOf = (count: number): string => (count === 1 ? 'one correction waits' : `${count} corrections wait`);
