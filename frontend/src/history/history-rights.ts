import type { Role } from '@earmark/contracts/accounts';
import type { Change } from '@earmark/contracts/history';

const FOR_ANALYSTS = ['vocabulary-main', 'recount-main'];

/** Whether this role may revert such changes; null for a visitor. */
export const mayRevert = (role: Role | null, { stream }: Pick<Change, 'stream'>): boolean =>
  role === 'admin' || (role === 'analyst' && FOR_ANALYSTS.includes(stream));

/** Whether this role may read all changes of the site, including causes and effects elsewhere. */
export const mayReadAll = (role: Role | null): boolean => role === 'admin' || role === 'analyst';

/** Whether this role may restore a whole episode to an earlier version. */
export const mayRestore = (role: Role | null): boolean => role === 'admin';
