import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { signedInOf, type SignedIn } from '../kit/auth/signed-in.ts';
import { Rejected } from '../kit/rejected.ts';

const PUBLIC_CATEGORIES = ['series', 'episode', 'transcript', 'entities', 'vocabulary'];

/** Who may read which history, judged before what is asked: the history of an episode or an entity is public, that of everything is not. */
@Injectable()
export class HistoryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { stream, episodeUuid, entityId } = request.query;
    const isPublic = episodeUuid !== undefined || (stream === undefined && entityId !== undefined);
    if (!isPublic) allow(signedInOf(request), typeof stream === 'string' ? stream : undefined);

    return true;
  }
}

/** Throws Rejected: not-signed-in, role-missing. */
function allow(viewer: SignedIn | null, stream: string | undefined): void {
  const category = stream?.split('-', 1)[0];
  if (category !== undefined && PUBLIC_CATEGORIES.includes(category)) return;
  if (viewer === null) throw new Rejected('not-signed-in', 'Sign in to do this.');
  const roles = category === undefined || category === 'recount' ? ['analyst', 'admin'] : ['admin'];
  if (!roles.includes(viewer.role))
    throw new Rejected(
      'role-missing',
      `This needs the role ${roles.join(' or ')}; ${viewer.username} is ${viewer.role}.`,
    );
}
