import { Role } from '@earmark/contracts/accounts';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { Pool } from 'pg';
import { z } from 'zod';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { PG_POOL } from '../kit/pg.ts';

/** How soon a session that ended in another process or by its age ends what depends on it. */
const WATCH_MS = 1000;

const Found = z.array(z.object({ sid: z.string(), id: z.string(), username: z.string(), role: Role }));

interface Watched {
  readonly sid: string;
  readonly role: Role;
  readonly onEnd: () => void;
}

/** Asks the database on every call, so that an ended session, a changed role or a disabled account takes effect at once. */
@Injectable()
export class SessionAccounts extends WhoIsSignedIn implements OnModuleDestroy {
  private readonly watched = new Set<Watched>();
  private readonly logger = new Logger('Sessions');
  private timer: NodeJS.Timeout | null = null;

  constructor(@Inject(PG_POOL) private readonly pool: Pool) {
    super();
  }

  async find(request: Request): Promise<SignedIn | null> {
    // Only paths below /api have a session.
    const session: Partial<SessionData> | undefined = request.session;
    if (session?.accountId === undefined) return null;
    const [found] = await this.standing([request.sessionID]);

    return found ? { id: found.id, username: found.username, role: found.role } : null;
  }

  watch(request: Request, { role }: SignedIn, onEnd: () => void): () => void {
    const one = { sid: request.sessionID, role, onEnd };
    this.watched.add(one);
    this.timer ??= setInterval(() => void this.endThoseGone(), WATCH_MS).unref();

    return () => this.forget(one);
  }

  async endThoseGone(): Promise<void> {
    if (this.watched.size === 0) return;
    const watched = [...this.watched];
    try {
      const standing = await this.standing(watched.map(({ sid }) => sid));
      const roles = new Map(standing.map(({ sid, role }) => [sid, role]));
      for (const one of watched)
        if (roles.get(one.sid) !== one.role) {
          this.forget(one);
          one.onEnd();
        }
    } catch (error) {
      // While the database is down nobody can change an account or a session either.
      this.logger.warn(error instanceof Error ? error.message : String(error));
    }
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private forget(one: Watched): void {
    this.watched.delete(one);
    if (this.watched.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** The accounts of those sessions that have not ended. */
  private async standing(sids: readonly string[]): Promise<z.infer<typeof Found>> {
    const { rows } = await this.pool.query(
      `select s.sid, a.id, a.username, a.role
       from app.session s join app.account a on a.id = (s.sess ->> 'accountId')::uuid
       where s.sid = any($1) and s.expire > now() and s.started_at > now() - interval '90 days'
         and a.disabled_at is null and a.password_version = (s.sess ->> 'passwordVersion')::integer`,
      [sids],
    );

    return Found.parse(rows);
  }
}
