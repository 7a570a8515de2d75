import type { Role } from '@earmark/contracts/accounts';

const RANKS: Record<Role, number> = { reader: 0, analyst: 1, admin: 2 };

/** Whether this role includes the rights of the needed one. */
export const mayAct = (role: Role, needed: Role): boolean => RANKS[role] >= RANKS[needed];
