import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { signedInOf, type SignedIn } from '../kit/auth/signed-in.ts';
import { Rejected } from '../kit/rejected.ts';

const WHOLE_LOG = ['analyst', 'admin'];

/** Checked before the query: the history of a stream, an episode or an entity is public, that of everything is not. */
@Injectable()
export class HistoryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { stream, episodeUuid, entityId } = request.query;
    if (stream === undefined && episodeUuid === undefined && entityId === undefined) allow(signedInOf(request));

    return true;
  }
}

/** Throws Rejected: not-signed-in, role-missing. */
function allow(viewer: SignedIn | null): void {
  if (viewer === null) throw new Rejected('not-signed-in', 'Sign in to do this.');
  if (!WHOLE_LOG.includes(viewer.role))
    throw new Rejected(
      'role-missing',
      `This needs the role ${WHOLE_LOG.join(' or ')}, but ${viewer.username} has the role ${viewer.role}.`,
    );
}
