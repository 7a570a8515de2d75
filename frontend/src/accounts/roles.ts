import type { Role } from '@earmark/contracts/accounts';

const RANKS: Record<Role, number> = { reader: 0, analyst: 1, admin: 2 };

/** Whether somebody of this role may do what the other is needed for. */
export const mayAct = (role: Role, needed: Role): boolean => RANKS[role] >= RANKS[needed];
