import { randomBytes, randomUUID } from 'node:crypto';
import { Role } from '@earmark/contracts/accounts';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';
import { checkNewPassword } from './password-rule.ts';
import { DEFAULT_COST, hashPassword, isOutdated, verifyPassword, type ScryptCost } from './password.ts';

const Account = z.object({
  id: z.string(),
  /** Folded: trimmed, NFC, lower case. */
  username: z.string(),
  role: Role,
  passwordVersion: z.number().int(),
  createdAt: z.date(),
  /** Null: may sign in. */
  disabledAt: z.date().nullable(),
});
export type Account = z.infer<typeof Account>;

const WithHash = Account.extend({ passwordHash: z.string() });

const COLUMNS = `id, username, role, password_version as "passwordVersion", created_at as "createdAt", disabled_at as "disabledAt"`;
/** Keeps two processes from removing the last admin, or creating the first one, at the same time. */
const ADMINS_LOCK = `select pg_advisory_xact_lock(hashtext('earmark:first-admin'))`;
const UNIQUE_VIOLATION = z.object({ code: z.literal('23505') });

/** The accounts in `app.account`. User names are found in any case. Passwords are never returned. */
export class Accounts {
  constructor(
    private readonly pool: Pool,
    private readonly cost: ScryptCost = DEFAULT_COST,
  ) {}

  /** Throws Rejected: `account-exists`; `invalid` when the name or password is not allowed. */
  async create(account: { username: string; password: string; role: Role }): Promise<Account> {
    const username = newName(account.username);
    checkNewPassword(account.password, username);
    const hash = await hashPassword(account.password, this.cost);
    try {
      return await this.insert(username, hash, account.role);
    } catch (error) {
      if (!UNIQUE_VIOLATION.safeParse(error).success) throw error;
      throw new Rejected('account-exists', `There is already an account called ${username}.`);
    }
  }

  /** Ends all sessions of the account, too. Throws Rejected: `not-found`; `invalid` for a password not allowed. */
  async setPassword(username: string, password: string): Promise<Account> {
    const folded = foldUsername(username);
    checkNewPassword(password, folded);
    const hash = await hashPassword(password, this.cost);
    const { rows } = await this.pool.query(
      `with changed as (
         update app.account set password_hash = $2, password_version = password_version + 1
         where username = $1 returning *
       ), ended as (
         delete from app.session where sess ->> 'accountId' in (select changed.id::text from changed)
       )
       select ${COLUMNS} from changed`,
      [folded, hash],
    );
    const [account] = z.array(Account).parse(rows);
    if (!account) throw new Rejected('not-found', `There is no account called ${folded}.`);

    return account;
  }

  /**
   * Takes effect at once and ends all sessions of the account. Throws Rejected: `not-found`; `invalid` for the last
   * admin.
   */
  async setRole(username: string, role: Role): Promise<void> {
    await this.change(username, { role, disabled: null });
  }

  /** A disabled account cannot sign in until it is enabled. Ends sessions and throws as `setRole` does. */
  async setDisabled(username: string, disabled: boolean): Promise<void> {
    await this.change(username, { role: null, disabled });
  }

  /** Leaves unchanged what is null in `to`. */
  private async change(username: string, to: { role: Role | null; disabled: boolean | null }): Promise<void> {
    const folded = foldUsername(username);
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(ADMINS_LOCK);
      const hadAdmin = await hasActiveAdmin(client);
      const { rowCount } = await client.query(
        `with changed as (
           update app.account set role = coalesce($2, role),
             disabled_at = case when $3::boolean is null then disabled_at when $3 then now() end
           where username = $1 returning id
         ), ended as (
           delete from app.session where sess ->> 'accountId' in (select changed.id::text from changed)
         )
         select changed.id from changed`,
        [folded, to.role, to.disabled],
      );
      if (rowCount === 0) throw new Rejected('not-found', `There is no account called ${folded}.`);
      if (hadAdmin && !(await hasActiveAdmin(client)))
        throw new Rejected('invalid', `${folded} is the last admin. Make somebody else an admin first.`);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  /** Signs the account out of every browser. */
  async endSessions(id: string): Promise<void> {
    await this.pool.query(`delete from app.session where sess ->> 'accountId' = $1`, [id]);
  }

  /** All accounts by user name, disabled ones too. */
  async list(): Promise<Account[]> {
    const { rows } = await this.pool.query(`select ${COLUMNS} from app.account order by username`);

    return z.array(Account).parse(rows);
  }

  /** Finds disabled accounts, too. Null when there is none. */
  async findByUsername(username: string): Promise<Account | null> {
    const found = await this.withHash(username);

    return found === null ? null : Account.parse(found);
  }

  /** Null when the name is unknown, the account disabled or the password wrong. Takes equally long in each case. */
  async verify(username: string, password: string): Promise<Account | null> {
    const found = await this.withHash(username);
    const hash = found === null || found.disabledAt !== null ? null : found.passwordHash;
    const right = await verifyPassword(password, hash, this.cost);
    if (found === null || hash === null || !right) return null;
    if (isOutdated(hash, this.cost)) await this.rehash(found.id, hash, password);

    return Account.parse(found);
  }

  /** `from`: unless it was replaced meanwhile. */
  private async rehash(id: string, from: string, password: string): Promise<void> {
    await this.pool.query('update app.account set password_hash = $3 where id = $1 and password_hash = $2', [
      id,
      from,
      await hashPassword(password, this.cost),
    ]);
  }

  /**
   * Makes sure that there is an admin, even when two processes start at once. Creates none when there is one, or when
   * the name belongs to another account. When `password` is null, one is generated and returned.
   */
  async ensureFirstAdmin(first: {
    username: string;
    password: string | null;
  }): Promise<{ created: boolean; generatedPassword: string | null }> {
    const none = { created: false, generatedPassword: null };
    if (await this.hasAdmin()) return none;

    const generated = first.password === null ? randomBytes(18).toString('base64url') : null;
    const password = first.password ?? generated ?? '';
    const username = newName(first.username);
    checkNewPassword(password, username, 'ADMIN_PASSWORD');
    const hash = await hashPassword(password, this.cost);

    return (await this.insertFirstAdmin(username, hash)) ? { created: true, generatedPassword: generated } : none;
  }

  private async insertFirstAdmin(username: string, hash: string): Promise<boolean> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(ADMINS_LOCK);
      const { rowCount } = await client.query(
        `insert into app.account (id, username, password_hash, role)
         select $1, $2, $3, 'admin' where not exists (select from app.account where role = 'admin')
         on conflict do nothing`,
        [randomUUID(), username, hash],
      );
      await client.query('commit');
      return rowCount === 1;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  private async hasAdmin(): Promise<boolean> {
    const { rowCount } = await this.pool.query(`select from app.account where role = 'admin' limit 1`);

    return rowCount === 1;
  }

  private async insert(username: string, hash: string, role: Role): Promise<Account> {
    const { rows } = await this.pool.query(
      `insert into app.account (id, username, password_hash, role) values ($1, $2, $3, $4) returning ${COLUMNS}`,
      [randomUUID(), username, hash, role],
    );

    return Account.parse(rows[0]);
  }

  private async withHash(username: string): Promise<z.infer<typeof WithHash> | null> {
    const { rows } = await this.pool.query(
      `select ${COLUMNS}, password_hash as "passwordHash" from app.account where username = $1`,
      [foldUsername(username)],
    );

    return z.array(WithHash).parse(rows)[0] ?? null;
  }
}

/** Whether there is an admin who may sign in. */
async function hasActiveAdmin(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from app.account where role = 'admin' and disabled_at is null limit 1`,
  );

  return rowCount === 1;
}

/** Trimmed, NFC, lower case, without control characters, some of which Postgres cannot store. */
export const foldUsername = (username: string): string =>
  username
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Cc}/gu, '\ufffd')
    .trim();

/** Letters and digits of any script. Names from before this rule stay valid. */
const NEW_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,199}$/u;

/** The folded name. Throws Rejected `invalid`. */
function newName(username: string): string {
  const folded = foldUsername(username);
  if (!NEW_NAME.test(folded))
    throw new Rejected(
      'invalid',
      'A user name has 1 to 200 letters, digits, dots, hyphens and underscores, and begins with a letter or digit.',
    );

  return folded;
}
