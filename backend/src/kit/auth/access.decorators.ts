import type { Role } from '@earmark/contracts/accounts';
import { SetMetadata } from '@nestjs/common';

/** 'public': everybody, visitors too; else the roles that may call it, `admin` always among them. */
export type Access = 'public' | readonly Role[];

export const ACCESS = 'earmark:access';
export const HAS_EFFECTS = 'earmark:has-effects';
export const ANY_CONTENT_TYPE = 'earmark:any-content-type';

/** Everybody may call it. Without it or `@Roles`, only admins may make unsafe calls and any call below /api/admin. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** These roles may call it, and admins. `@Roles('reader', 'analyst')` is everyone who is signed in. */
export const Roles = (...roles: Role[]) => SetMetadata(ACCESS, roles satisfies Access);

/** A GET that starts or changes something: checked like an unsafe call. */
export const HasEffects = () => SetMetadata(HAS_EFFECTS, true);

/** The body may be anything: a Buffer arrives (empty without a body); `multipart/*` is left unread for the route. */
export const AnyContentType = () => SetMetadata(ANY_CONTENT_TYPE, true);
