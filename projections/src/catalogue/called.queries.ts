import { isUuid } from '@earmark/contracts/kit';
import type { Knex } from 'knex';
import { sql } from '../kit/query-builder.ts';

/** Compares the columns with a slug (any case) or uuid. */
export const isCalled = (uuid: string, slug: string, slugOrUuid: string): Knex.Raw =>
  isUuid(slugOrUuid)
    ? sql.raw('?? = ?::uuid', [uuid, slugOrUuid])
    : sql.raw('lower(??) = lower(?)', [slug, slugOrUuid.normalize('NFC')]);
