import { EventId, EventMeta, Instant, Uuid } from '@earmark/contracts/kit';
import { z } from 'zod';

/** Version of the file format. Any other version is refused. */
export const BACKUP_FORMAT = 1;

/** First line. `position` is the end of the log; it is meaningful only in the log that was backed up. */
export const BackupHead = z.object({
  earmarkBackup: z.literal(BACKUP_FORMAT),
  at: Instant,
  logId: Uuid.nullable(),
  position: z.string(),
});
export type BackupHead = z.infer<typeof BackupHead> & {
  /** Whether its lines have checksums. */
  readonly isChecked: boolean;
};

/** The first line of a backup in any format. */
export const AnyBackupHead = z.object({ earmarkBackup: z.number() });

export const BackupEvent = z.object({
  stream: z.string().min(1),
  revision: z.number().int().min(0),
  id: EventId,
  type: z.string().min(1),
  data: z.unknown(),
  metadata: EventMeta,
});
export type BackupEvent = z.infer<typeof BackupEvent>;

/** A row of a table in schema `app`. */
export const BackupRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
export type BackupRow = z.infer<typeof BackupRow>;

/** The last line. A file without it was cut off. */
export const BackupEnd = z.object({ end: z.object({ events: z.number().int(), rows: z.number().int() }) });

export const BackupLine = z.union([BackupEvent, BackupRow, BackupEnd]);
