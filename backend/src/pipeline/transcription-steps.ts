import { ReadStoredFile, VerifyStoredFile, type FileRef } from '@earmark/contracts/files';
import { TranscribeEpisode, Transcription } from '@earmark/contracts/speech';
import { RecordTranscriptFile } from '@earmark/contracts/transcripts';
import { Injectable } from '@nestjs/common';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { Commands } from '../kit/commands.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { handwork, shownVersion, transcript } from '../transcripts/transcript.decider.ts';
import { counted, type StepResult, type StepWork } from './pipeline-step.ts';

/** Steps 0 to 3: from the sound, or what the publisher offers, to a recorded version. */
@Injectable()
export class TranscriptionSteps {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
  ) {}

  /** Clears nothing yet: readers keep the transcript that they have until the new one is ready. */
  async clear({ run }: StepWork): Promise<StepResult> {
    await getPresentEpisode(this.streams, run.episodeUuid);
    const { state } = await this.streams.read(transcript, run.episodeUuid);
    const shown = shownVersion(state);
    if (shown === null) return { message: 'There is no transcript to replace.' };
    const done = handwork(shown);
    const details = done === null ? [] : [`The current transcript ${done}.`];
    if (run.skipTranscription) return { message: 'The stored transcript is kept and used.', details };

    return { message: 'The current transcript stays in use until the new one is ready.', details };
  }

  async transcribe(work: StepWork): Promise<StepResult> {
    let predictionId: string | null = null;
    const { sentence, warnings, transcription } = await this.transcribed(work, false, (jobId) => {
      predictionId = jobId ?? predictionId;
    });

    return { message: sentence, details: soundOf(transcription), warnings, predictionId, output: { transcription } };
  }

  /** The answers were stored when they came; this reads them again. */
  async verifyFiles({ output, context, signal, run }: StepWork): Promise<StepResult> {
    const { transcription } = output;
    if (transcription === null) return { message: 'There is no new file: the transcription was skipped.' };
    const files = filesOf(transcription);
    const details: string[] = [];
    for (const file of files) {
      const { state, sentence } = await this.commands.send(new VerifyStoredFile({ file, signal }, context));
      if (state === 'intact') details.push(sentence);
      else
        throw new Rejected(
          state === 'missing' ? 'file-missing' : 'file-damaged',
          `${sentence} Run it again from step ${run.skipTranscription ? 3 : 1}.`,
        );
    }

    return { message: `${counted(files.length, 'file')} stored (${sizeOf(files)}), read again and intact.`, details };
  }

  async record(work: StepWork): Promise<StepResult> {
    if (work.run.skipTranscription) {
      const { state } = await this.streams.read(transcript, work.run.episodeUuid);
      const shown = shownVersion(state);
      if (state.active !== null && shown !== null)
        return {
          message: `The stored transcript is used: ${counted(shown.segments.size, 'segment')}.`,
          output: { versionId: state.active, segments: shown.segments.size },
        };
    }
    const transcription = work.output.transcription ?? (await this.published(work));
    const { content } = await this.commands.send(
      new ReadStoredFile({ file: transcription.transcript, signal: work.signal }, work.context),
    );
    const { answer, versionId, outcome } = await this.commands.send(
      new RecordTranscriptFile(
        {
          episodeUuid: work.run.episodeUuid,
          bytes: await bytesOf(content),
          source: transcription.provider === 'publisher' ? 'publisher' : 'model',
          replacesEdits: true,
          activates: false,
        },
        work.context,
      ),
    );
    const size = `${counted(answer.segments, 'segment')}, ${counted(answer.speakers, 'speaker')}`;

    return {
      message: outcome.eventIds.length === 0 ? `This transcript was recorded before: ${size}.` : `Recorded ${size}.`,
      warnings: answer.warnings,
      output: { transcription, versionId, segments: answer.segments },
    };
  }

  private async published(work: StepWork): Promise<Transcription> {
    const { transcripts } = await getPresentEpisode(this.streams, work.run.episodeUuid);
    if (transcripts.length === 0) throw new Rejected('not-found', 'No transcript is stored for this episode');

    return (await this.transcribed(work, true, () => undefined)).transcription;
  }

  private async transcribed(
    { run, jobs, context, signal, onProgress }: StepWork,
    onlyPublished: boolean,
    onJob: (jobId: string | null) => void,
  ): Promise<{ transcription: Transcription; sentence: string; warnings: readonly string[] }> {
    const { sentence, warnings, ...transcription } = await this.commands.send(
      new TranscribeEpisode(
        {
          episodeUuid: run.episodeUuid,
          onlyPublished,
          jobs,
          onProgress: (line, jobId) => {
            onJob(jobId);
            onProgress(line, jobId);
          },
          signal,
        },
        context,
      ),
    );

    return { transcription: Transcription.parse(transcription), sentence, warnings };
  }
}

/** Each once: the transcript often is the only answer. */
const filesOf = ({ transcript: whole, answers }: Transcription): FileRef[] => [
  ...new Map([whole, ...answers].map((file) => [file.sha256, file])).values(),
];

function sizeOf(files: readonly FileRef[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);

  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const soundOf = ({ audio }: Transcription): string[] =>
  audio === null ? [] : [`Sound: ${(audio.bytes / 1_000_000).toFixed(1)} MB, SHA-256 ${audio.sha256}`];

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);

  return Buffer.concat(pieces);
}
