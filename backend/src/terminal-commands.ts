import { Command } from 'commander';
import type { DeclaredCommand } from './kit/command-line/command.ts';

const several = (value: string, before: readonly string[] = []): string[] => [...before, value];

const A_PODCAST = 'the slug, uuid or feed address of a podcast';

/** The commands of the command line. Their features are loaded only to run them. */
export const COMMANDS: readonly DeclaredCommand[] = [
  {
    projections: 'moving',
    declare: () =>
      new Command('import')
        .description('import feeds, OPML, transcripts and patterns from an address, a file or a folder')
        .argument('<source...>', 'a feed address, a file or a folder')
        .option('--series <name>', 'the series for a folder of transcripts (default: the name of the folder)')
        .option('--move', 'let a known podcast follow the feed, although its own feed is at another host')
        .option('--hold-noisy', 'do not add names that the transcripts mostly write as ordinary words; report them'),
    load: async () => ({ command: (await import('./import/import.command.ts')).ImportCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('search')
        .description('search a directory for podcasts')
        .argument('<words...>', 'the words to search for, or the address of a feed')
        .option('--directory <directory>', 'taddy, podcastindex, itunes or rss (default: DIRECTORY_PROVIDER)'),
    load: async () => ({ command: (await import('./directories/search.command.ts')).SearchCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('ask')
        .description('answer a question from the transcripts')
        .argument('<question...>', 'the question')
        .option('--podcast <podcast>', 'ask only about this podcast (its slug or uuid); can be repeated', several),
    load: async () => ({ command: (await import('./assistant/ask.command.ts')).AskCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('follow')
        .description('have the new episodes of podcasts added from now on')
        .argument('<podcast...>', A_PODCAST),
    load: async () => ({ command: (await import('./following/podcast-commands.ts')).FollowCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('unfollow')
        .description('stop adding the new episodes of podcasts')
        .argument('<podcast...>', A_PODCAST),
    load: async () => ({ command: (await import('./following/podcast-commands.ts')).UnfollowCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('refresh').description('read the feeds of podcasts now').argument('<podcast...>', A_PODCAST),
    load: async () => ({ command: (await import('./following/podcast-commands.ts')).RefreshCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('process')
        .description('process an episode, or what waits in a podcast, from its transcript to its mentions')
        .argument(
          '[episode or podcast]',
          'an episode (its uuid, or podcast/episode), or a podcast (its slug, uuid or feed)',
        )
        .option('--all', 'process everything that waits')
        .option('--skip-transcription', 'use the stored transcript, or what the publisher offers'),
    load: async () => ({ command: (await import('./pipeline/process.command.ts')).ProcessCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('discover')
        .description('search transcripts for names that may be entities; people decide about them')
        .argument(
          '[episode or podcast]',
          'an episode (its uuid, or podcast/episode), or a podcast (its slug, uuid or feed)',
        )
        .option('--all', 'search every transcript in which nothing was proposed yet'),
    load: async () => ({ command: (await import('./discovery/finding/discover.command.ts')).DiscoverCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('upload')
        .description('upload transcripts to the assistant: of an episode, or what has to be uploaded in a podcast')
        .argument(
          '[episode or podcast]',
          'an episode (its uuid, or podcast/episode), or a podcast (its slug, uuid or feed)',
        )
        .option('--all', 'upload everything that has to be uploaded'),
    load: async () => ({ command: (await import('./uploads/upload.command.ts')).UploadCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('export')
        .description('write mentions or transcripts to standard output or into a folder')
        .argument('<what>', 'mentions or transcripts')
        .option('--form <format>', 'csv, jsonl, vtt or srt')
        .option('--podcast <podcast>', 'export only this podcast', several)
        .option('--entity <entity>', 'export only mentions of this entity')
        .option('--out <folder>', 'the folder to write to, or - for standard output'),
    load: async () => ({ command: (await import('./export/export.command.ts')).ExportCommand }),
  },
  {
    projections: 'as-they-are',
    declare: () =>
      new Command('backup')
        .description('write the event log, the accounts and the answers to a file')
        .argument('<file>', 'the file to write; compressed when the name ends in .gz'),
    load: async () => ({
      command: (await import('./backup/backup.command.ts')).BackupCommand,
      feature: (await import('./backup/backup.module.ts')).BackupModule,
    }),
  },
  {
    // It builds the tables itself once the log is complete.
    projections: 'as-they-are',
    declare: () =>
      new Command('restore')
        .description('load a backup into an empty event log')
        .argument('<file>', 'the backup to load'),
    load: async () => ({
      command: (await import('./backup/restore.command.ts')).RestoreCommand,
      feature: (await import('./backup/backup.module.ts')).BackupModule,
    }),
  },
  {
    projections: 'moving-on-any-log',
    declare: async (words) =>
      new Command('rebuild')
        .description('rebuild tables from the event log')
        // Loading the projections takes a moment, and the other commands do not name them.
        .argument('<projection>', words.includes('rebuild') ? `one of ${await projectionNames()}, or all` : ''),
    load: async () => ({ command: (await import('./projections/rebuild.command.ts')).RebuildCommand }),
  },
  {
    projections: 'moving',
    declare: () =>
      new Command('recount')
        .description('recount mentions by the current patterns, those of an earlier moment, or chosen changes')
        .option('--podcast <podcast>', 'recount only this podcast; can be repeated', several)
        .option('--as-of <moment>', 'use the patterns of then: a position, an event id or a time')
        .option(
          '--change <event>',
          'count only this change of patterns (the id of its event); can be repeated',
          several,
        )
        .option('--publish', 'publish the new counts to everybody'),
    load: async () => ({ command: (await import('./recounts/recount.command.ts')).RecountCommand }),
  },
  {
    projections: 'moving',
    declare: () => new Command('verify').description('compare the tables with a rebuild from the event log'),
    load: async () => ({ command: (await import('./projections/verify.command.ts')).VerifyCommand }),
  },
  {
    projections: 'as-they-are',
    declare: () =>
      new Command('user')
        .description('manage accounts')
        .usage(
          'add NAME admin|analyst|reader · user role NAME admin|analyst|reader · user passwd|disable|enable NAME · user list',
        )
        .argument('<what>', 'add, role, passwd, disable, enable or list')
        .argument('[name]', 'the user name of the account')
        .argument('[role]', 'its role: admin, analyst or reader'),
    load: async () => ({
      command: (await import('./accounts/user.command.ts')).UserCommand,
      feature: (await import('./accounts/accounts.module.ts')).AccountsModule,
    }),
  },
];

async function projectionNames(): Promise<string> {
  const { projectors } = await import('@earmark/projections/runner');

  return projectors.map(({ name }) => name).join(', ');
}
