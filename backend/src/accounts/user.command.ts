import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Role } from '@earmark/contracts/accounts';
import { Injectable } from '@nestjs/common';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { Accounts } from './accounts.store.ts';

const USAGE =
  'user add NAME admin|analyst|reader, user role NAME admin|analyst|reader, user passwd NAME, user disable NAME, user enable NAME or user list. The password is read from standard input, or generated when that is empty.';

@Injectable()
export class UserCommand implements TerminalCommand {
  constructor(private readonly accounts: Accounts) {}

  async run(args: readonly string[], _options: unknown, output: Output): Promise<ExitCode> {
    const { accounts } = this;
    const [what, username = '', roleName] = args;
    try {
      switch (what) {
        case 'list':
          if (args.length > 1) throw new UsageError(USAGE);
          for (const { username: name, role, disabledAt } of await accounts.list())
            output.result(
              { username: name, role, disabled: disabledAt !== null },
              `${name}\t${role}${disabledAt ? '\tdisabled' : ''}`,
            );
          return 0;
        case 'add': {
          const role = Role.safeParse(roleName);
          if (username === '' || !role.success) throw new UsageError(USAGE);
          const { password, isGenerated } = await askPassword();
          await accounts.create({ username, password, role: role.data });
          output.result(
            { username, role: role.data, ...(isGenerated ? { password } : {}) },
            `Added ${username} (${role.data}).${isGenerated ? ` Password: ${password}` : ''}`,
          );
          return 0;
        }
        case 'passwd': {
          if (username === '' || roleName !== undefined) throw new UsageError(USAGE);
          const { password, isGenerated } = await askPassword();
          await accounts.setPassword(username, password);
          output.result(
            { username, ...(isGenerated ? { password } : {}) },
            `Changed the password of ${username}.${isGenerated ? ` Password: ${password}` : ''}`,
          );
          return 0;
        }
        case 'role': {
          const role = Role.safeParse(roleName);
          if (!role.success) throw new UsageError(USAGE);
          await accounts.setRole(username, role.data);
          output.result(
            { username, role: role.data },
            `${username} now has the role ${role.data} and has to sign in again.`,
          );
          return 0;
        }
        case 'disable':
        case 'enable': {
          if (username === '' || roleName !== undefined) throw new UsageError(USAGE);
          const disabled = what === 'disable';
          await accounts.setDisabled(username, disabled);
          output.result(
            { username, disabled },
            `${username} ${disabled ? 'is signed out and can no longer' : 'can'} sign in.`,
          );
          return 0;
        }
        default:
          throw new UsageError(USAGE);
      }
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      output.warn(error.message);
      return 1;
    }
  }
}

/** From standard input, because every user of the machine can see the arguments of a command. */
async function askPassword(): Promise<{ password: string; isGenerated: boolean }> {
  const lines = createInterface({ input: process.stdin });
  if (process.stdin.isTTY) process.stderr.write('Password (leave empty to generate one): ');
  let password = '';
  for await (const line of lines) {
    password = line.trim();
    break;
  }
  lines.close();

  return password === ''
    ? { password: randomBytes(12).toString('base64url'), isGenerated: true }
    : { password, isGenerated: false };
}
