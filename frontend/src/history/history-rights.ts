import type { Role } from '@earmark/contracts/accounts';
import type { Change } from '@earmark/contracts/history';

const FOR_ANALYSTS = ['vocabulary-main', 'recount-main'];

/** Whether somebody of this role may take such changes back; null is a visitor. */
export const mayRevert = (role: Role | null, { stream }: Pick<Change, 'stream'>): boolean =>
  role === 'admin' || (role === 'analyst' && FOR_ANALYSTS.includes(stream));

/** Whether all changes of the site may be read, and with them cause and effects elsewhere. */
export const mayReadAll = (role: Role | null): boolean => role === 'admin' || role === 'analyst';

/** Whether a whole episode may be brought back to how it was. */
export const mayRestore = (role: Role | null): boolean => role === 'admin';
