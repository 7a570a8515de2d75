import { LoginRequest, Me, PasswordRequest } from '@earmark/contracts/accounts';
import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { Public, Roles } from '../kit/auth/access.decorators.ts';
import { Viewer } from '../kit/auth/by.decorators.ts';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { Rejected } from '../kit/rejected.ts';
import { Accounts, foldUsername } from './accounts.store.ts';
import { LoginThrottle } from './login-throttle.ts';
import { endSession, startSession } from './sessions.ts';

@ApiTags('accounts')
@Controller('api/auth')
@Public()
export class AuthController {
  constructor(
    private readonly accounts: Accounts,
    private readonly throttle: LoginThrottle,
    private readonly sessions: WhoIsSignedIn,
  ) {}

  @Post('login')
  @ApiOperation({ summary: 'Signs in, which sets the session cookie' })
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: Me })
  async login(
    @Body({ schema: LoginRequest }) { username, password }: z.infer<typeof LoginRequest>,
    @Req() request: Request,
  ): Promise<Me> {
    const account = await this.throttle.attempt(foldUsername(username), request.ip ?? '', () =>
      this.accounts.verify(username, password),
    );
    if (account === null) throw new Rejected('wrong-password', 'The user name or password is wrong.');
    await startSession(request, account);

    return meOf(account);
  }

  @Post('password')
  @ApiOperation({
    summary: 'Changes one’s own password',
    description: 'Ends the account’s other sessions and keeps this one. Wrong guesses count as failed log-ins.',
  })
  @Roles('reader', 'analyst')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: Me })
  async changePassword(
    @Body({ schema: PasswordRequest }) { current, next }: z.infer<typeof PasswordRequest>,
    @Viewer() viewer: SignedIn | null,
    @Req() request: Request,
  ): Promise<Me> {
    if (viewer === null) throw new Rejected('not-signed-in', 'Sign in to do this.');
    const { username } = viewer;
    const known = await this.throttle.attempt(username, request.ip ?? '', () =>
      this.accounts.verify(username, current),
    );
    if (known === null) throw new Rejected('wrong-current-password', 'The current password is wrong.');
    if (next === current)
      throw new Rejected('invalid', 'The new password is the same as the current one. Choose a different one.');
    await startSession(request, await this.accounts.setPassword(username, next));
    await this.sessions.endThoseGone();

    return meOf(known);
  }

  @Post('logout')
  @ApiOperation({ summary: 'Ends this session' })
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: Me })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Me> {
    await endSession(request, response);
    await this.sessions.endThoseGone();

    return meOf(null);
  }

  @Post('logout-everywhere')
  @ApiOperation({ summary: 'Ends all sessions of the account' })
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: Me })
  async logoutEverywhere(
    @Viewer() account: SignedIn | null,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Me> {
    if (account !== null) await this.accounts.endSessions(account.id);
    await endSession(request, response);
    await this.sessions.endThoseGone();

    return meOf(null);
  }

  @Get('me')
  @ApiOperation({ summary: 'Who is signed in' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: Me })
  me(@Viewer() account: SignedIn | null): Me {
    return meOf(account);
  }
}

const meOf = (account: Pick<SignedIn, 'username' | 'role'> | null): Me => ({
  user: account && { username: account.username, role: account.role },
});
