import { ApprovalScope, RejectionScope } from '@earmark/contracts/discovery';
import { z } from 'zod';
import { stored, useStored } from '../kit/stored.ts';

const Scopes = z.object({ approve: ApprovalScope.catch('episode'), reject: RejectionScope.catch('episode') });
export type Scopes = z.infer<typeof Scopes>;

/** Where decisions hold, as the reader chose last. */
const chosen = stored('earmark-review-scopes', Scopes);
const DEFAULT: Scopes = { approve: 'episode', reject: 'episode' };

export const useScopes = (): Scopes => useStored(chosen) ?? DEFAULT;

export const chooseScope = (change: Partial<Scopes>): void =>
  chosen.write({ ...(chosen.read() ?? DEFAULT), ...change });
