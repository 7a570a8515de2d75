import { CorrectionId } from '@earmark/contracts/carry-over';
import { uuidFrom, type Context } from '@earmark/contracts/kit';
import { Injectable } from '@nestjs/common';
import { metadataBytesOf } from '../kit/context.ts';
import { inAppends } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { handwork, shownVersion, transcript } from '../transcripts/transcript.decider.ts';
import { changesSince, versionsAt } from './carried-versions.ts';
import {
  carryOver,
  close,
  countsOf,
  isOpen,
  start,
  type CarryOverState,
  type InCarryOver,
} from './carry-over.decider.ts';
import { planCarryOver, type CarryOverPlan } from './plan.ts';

export interface Carried {
  readonly placed: number;
  readonly asked: number;
  readonly obsolete: number;
  /** Revision of the transcript's stream. */
  readonly upTo: number;
}

/** Takes corrections over, round after round: one more whenever people have corrected the shown version since the last one. */
@Injectable()
export class CarryOverRounds {
  constructor(private readonly streams: Streams) {}

  /** Throws Rejected `version-unknown`. Called again, it goes on where it stopped. */
  async carryOver(where: InCarryOver, context: Context): Promise<Carried> {
    const { streams } = this;
    const { episodeUuid, versionId } = where;
    const { state, revision } = await streams.read(transcript, episodeUuid);
    const [shown, from] = [shownVersion(state), state.active];
    if (!state.versions.get(versionId)?.recorded)
      throw new Rejected('version-unknown', 'This version of the transcript was never recorded as a whole.');
    const isByHand = shown?.byHand === true;
    const isCorrected = shown !== null && from !== versionId && handwork(shown) !== null;
    if (!isCorrected || from === null) return { placed: 0, asked: 0, obsolete: 0, upTo: revision };
    const { editedAt } = shown;

    const known = (await streams.read(carryOver, versionId)).state;
    const isThisRound = isOpen(known) && known.from === from && editedAt <= known.revision;
    if (isThisRound && known.isPlaced) return answerOf(known);

    const upTo = isThisRound ? known.revision : revision;
    await streams.change(
      carryOver,
      versionId,
      (now) => ({ events: start(now, where, { from, revision: upTo }), result: undefined }),
      context,
    );
    const plan = await this.plan(where, { from, upTo, isByHand });
    await this.record(where, plan, upTo, context);
    await streams.change(
      carryOver,
      versionId,
      (now) => ({ events: close(now, where, plan.corrections), result: undefined }),
      context,
    );

    return answerOf((await streams.read(carryOver, versionId)).state);
  }

  private async plan(
    where: InCarryOver,
    { from, upTo, isByHand }: { from: NonNullable<CarryOverState['from']>; upTo: number; isByHand: boolean },
  ): Promise<CarryOverPlan> {
    if (!isByHand) {
      const { version, target } = await versionsAt(this.streams.log, where, from, upTo);
      return planCarryOver(where, version, target);
    }
    const ref = {
      correctionId: uuidFrom(where.versionId, `version ${from}`, CorrectionId),
      kind: 'version' as const,
      eventId: null,
      before: [],
      after: [],
      place: [],
      speakerBefore: null,
      speakerPlace: [],
    };

    return { corrections: [{ outcome: 'asked', ref }], changes: [] };
  }

  /** A plan is recorded in its order, so what an interrupted attempt has recorded is its beginning. */
  private async record(where: InCarryOver, plan: CarryOverPlan, upTo: number, context: Context): Promise<void> {
    if (plan.changes.length === 0) return;
    await this.streams.changeWith(
      transcript,
      where.episodeUuid,
      async () => changesSince(this.streams.log, where, upTo),
      (_state, recorded) => {
        const events = plan.changes.slice(recorded).map(({ event, cause }) => ({ ...event, causationId: cause }));
        return { events: inAppends(events, metadataBytesOf(context)), result: undefined };
      },
      context,
    );
  }
}

function answerOf(state: CarryOverState): Carried {
  const { placed, asked, obsolete } = countsOf(state);

  return { placed, asked, obsolete, upTo: state.revision };
}
